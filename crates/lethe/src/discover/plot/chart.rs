//! The chart itself: people exposed over the size of sets, and how many sets each column is in.

use super::canvas::{Anchor, Canvas, Color, Size};
use crate::discover::{ColumnRisk, Discovery, SetsOfSize};
use lethe_data::wording::{counted, grouped};

/// The width of every chart, in units.
pub(super) const WIDTH: f64 = 800.0;
const MARGIN: f64 = 20.0;

/// The upright bars lie between these.
const LEFT: f64 = 90.0;
const RIGHT: f64 = WIDTH - MARGIN;
const TOP: f64 = 100.0;
const BOTTOM: f64 = 250.0;
/// Labels below upright bars need so much room each.
const LABEL_ROOM: f64 = 72.0;

/// The lying bars begin at these, one below the other.
const BARS_LEFT: f64 = 190.0;
const BARS_TOP: f64 = 330.0;
const BAR_STEP: f64 = 16.0;
const BAR_ROOM: f64 = 460.0;
/// More columns than this are only counted.
const MOST_COLUMNS: usize = 40;
const NAME_LETTERS: usize = 26;

/// The height of a chart, in units.
pub(super) fn height(discovery: &Discovery) -> f64 {
    if discovery.minimal_qids.is_empty() {
        return 80.0;
    }
    let lines = discovery.column_risks.len().min(MOST_COLUMNS + 1);
    BARS_TOP + lines as f64 * BAR_STEP + MARGIN
}

/// What the chart is about, in one line.
pub(super) fn title(discovery: &Discovery) -> String {
    let found = counted(discovery.minimal_qids.len() as u64, "minimal quasi-identifier");
    let people = if discovery.rows == 1 { "person" } else { "people" };
    format!("{found} among {} {people}", grouped(discovery.rows))
}

/// Draws the chart.
pub(super) fn draw(discovery: &Discovery, canvas: &mut dyn Canvas) {
    canvas.text(MARGIN, 28.0, &title(discovery), Anchor::Start, Size::Title);
    canvas.text(MARGIN, 46.0, &subtitle(discovery), Anchor::Start, Size::Label);
    if !discovery.minimal_qids.is_empty() {
        sizes(&discovery.sizes, canvas);
        columns(discovery, canvas);
    }
}

fn subtitle(discovery: &Discovery) -> String {
    let mut parts = vec![format!("exposed: fewer than {} alike", grouped(discovery.k))];
    if discovery.min_exposed > 1 {
        parts.push(format!("sets that expose at least {}", grouped(discovery.min_exposed)));
    }
    if let Some(size) = discovery.max_size {
        parts.push(format!("sets of up to {}", counted(size as u64, "column")));
    }
    if !discovery.complete {
        parts.push(format!("INCOMPLETE: all sets up to size {} only", discovery.complete_to));
    }
    parts.join("; ")
}

/// Upright bars: the people exposed by the sets of each size, or the sets where the people are not known.
fn sizes(sizes: &[SetsOfSize], canvas: &mut dyn Canvas) {
    let people = sizes.iter().all(|size| size.people.is_some());
    let amount = |size: &SetsOfSize| size.people.filter(|_| people).unwrap_or(size.sets);
    let heading = if people { "People exposed, by size of the set" } else { "Sets, by their size" };
    canvas.text(MARGIN, TOP - 28.0, heading, Anchor::Start, Size::Label);
    let most = round_up(sizes.iter().map(amount).max().unwrap_or(1));
    scale(most, canvas);
    let room = (RIGHT - LEFT) / sizes.len() as f64;
    let labelled = (LABEL_ROOM / room).ceil().max(1.0) as usize;
    for (index, size) in sizes.iter().enumerate() {
        let tall = (BOTTOM - TOP) * amount(size) as f64 / most as f64;
        let middle = LEFT + room * (index as f64 + 0.5);
        let wide = (room * 0.6).min(80.0);
        let color = if people { Color::People } else { Color::Sets };
        canvas.rectangle(middle - wide / 2.0, BOTTOM - tall, wide, tall, color);
        if index % labelled == 0 {
            canvas.text(middle, BOTTOM - tall - 4.0, &grouped(amount(size)), Anchor::Middle, Size::Label);
            let columns = counted(size.size as u64, "column");
            canvas.text(middle, BOTTOM + 14.0, &columns, Anchor::Middle, Size::Label);
            canvas.text(middle, BOTTOM + 26.0, &counted(size.sets, "set"), Anchor::Middle, Size::Label);
        }
    }
    canvas.rectangle(LEFT, BOTTOM, RIGHT - LEFT, 1.0, Color::Ink);
}

/// The next number with one digit before its zeros that can be halved.
fn round_up(amount: u64) -> u64 {
    let power = 10u64.pow(amount.max(1).ilog10());
    let digits = [2, 4, 6, 8, 10].map(|digit| power.saturating_mul(digit));
    if amount <= power && power > 1 {
        return power;
    }
    digits.into_iter().find(|&round| round >= amount).unwrap_or(amount)
}

/// Lines at nothing, half and all of a round amount.
fn scale(most: u64, canvas: &mut dyn Canvas) {
    for (amount, y) in [(0, BOTTOM), (most / 2, f64::midpoint(TOP, BOTTOM)), (most, TOP)] {
        canvas.rectangle(LEFT, y, RIGHT - LEFT, 0.5, Color::Faint);
        if amount > 0 || y == BOTTOM {
            canvas.text(LEFT - 6.0, y + 3.0, &grouped(amount), Anchor::End, Size::Label);
        }
    }
}

/// Lying bars: how many sets each column is in.
fn columns(discovery: &Discovery, canvas: &mut dyn Canvas) {
    canvas.text(MARGIN, BARS_TOP - 14.0, "Sets each column is in", Anchor::Start, Size::Label);
    let risks = &discovery.column_risks;
    let all = discovery.minimal_qids.len() as u64;
    let most = risks.first().map_or(1, |risk| risk.sets.max(1));
    for (index, risk) in risks.iter().take(MOST_COLUMNS).enumerate() {
        let y = BARS_TOP + index as f64 * BAR_STEP;
        let long = BAR_ROOM * risk.sets as f64 / most as f64;
        canvas.text(BARS_LEFT - 8.0, y + 8.5, &shortened(&risk.column), Anchor::End, Size::Label);
        canvas.rectangle(BARS_LEFT, y, long, BAR_STEP - 6.0, Color::Sets);
        canvas.text(BARS_LEFT + long + 6.0, y + 8.5, &share(risk, all), Anchor::Start, Size::Label);
    }
    if risks.len() > MOST_COLUMNS {
        let more = format!("and {} more", counted((risks.len() - MOST_COLUMNS) as u64, "column"));
        let y = BARS_TOP + MOST_COLUMNS as f64 * BAR_STEP + 8.5;
        canvas.text(BARS_LEFT, y, &more, Anchor::Start, Size::Label);
    }
}

fn share(risk: &ColumnRisk, all: u64) -> String {
    format!("{} ({:.0} %)", grouped(risk.sets), risk.sets as f64 * 100.0 / all.max(1) as f64)
}

/// A name that leaves room for its bar, with what cannot be drawn made visible.
fn shortened(name: &str) -> String {
    let visible: String = name.chars().flat_map(|letter| visible(letter).collect::<Vec<_>>()).collect();
    if visible.chars().count() <= NAME_LETTERS {
        return visible;
    }
    visible.chars().take(NAME_LETTERS - 3).chain("...".chars()).collect()
}

fn visible(letter: char) -> Box<dyn Iterator<Item = char>> {
    if lethe_io::is_invisible(letter) {
        Box::new(letter.escape_default())
    } else {
        Box::new(std::iter::once(letter))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn scales_end_in_round_numbers_that_can_be_halved() {
        let amounts = [0, 1, 2, 3, 9, 10, 39, 40, 101, 30_162];
        assert_eq!(amounts.map(round_up), [2, 2, 2, 4, 10, 10, 40, 40, 200, 40_000]);
        assert!(round_up(u64::MAX) == u64::MAX);
    }

    #[test]
    fn names_fit_beside_their_bars() {
        assert_eq!(shortened("zip\n"), "zip\\n");
        let long = shortened(&"x".repeat(99));
        assert!(long.len() == NAME_LETTERS && long.ends_with("..."));
        assert!(NAME_LETTERS as f64 * Size::Label.letter() < BARS_LEFT - 8.0);
    }
}
