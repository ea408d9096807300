//! The chances of attackers over how much they know.

use super::{AttackReport, KnowledgeAttack};
use crate::discover::plot::Plot;
use crate::discover::plot::canvas::{Anchor, Canvas, Color, Size};
use crate::{Error, Result};
use lethe_data::wording::{counted, grouped};

const WIDTH: f64 = 800.0;
const HEIGHT: f64 = 310.0;
const MARGIN: f64 = 20.0;
const LEFT: f64 = 70.0;
const RIGHT: f64 = WIDTH - MARGIN;
const TOP: f64 = 90.0;
const BOTTOM: f64 = 260.0;
/// Labels below bars need so much room each.
const LABEL_ROOM: f64 = 72.0;

/// Draws the mean chance of naming a person's record, and the share of attacks that leave one candidate, over the number
/// of known columns.
///
/// **Errors**: no parts of the knowledge were drawn, or the picture cannot be written.
pub fn plot(report: &AttackReport, plot: &Plot) -> Result<()> {
    let Some(attacks) = &report.knowledge else {
        return Err(Error::Request(
            "`plot` draws success over the number of known columns; name it with `knowledge` 1..6".to_owned(),
        ));
    };
    let people = if report.known == 1 { "person" } else { "people" };
    let title = format!("Attacks on {} {people}", grouped(report.known));
    plot.draw(WIDTH, HEIGHT, &title, |canvas| draw(attacks, &title, canvas))
}

fn draw(attacks: &[KnowledgeAttack], title: &str, canvas: &mut dyn Canvas) {
    canvas.text(MARGIN, 28.0, title, Anchor::Start, Size::Title);
    canvas.rectangle(MARGIN, 40.0, 8.0, 8.0, Color::People);
    canvas.text(MARGIN + 14.0, 48.0, "mean chance of naming the record", Anchor::Start, Size::Label);
    canvas.rectangle(MARGIN + 240.0, 40.0, 8.0, 8.0, Color::Sets);
    canvas.text(MARGIN + 254.0, 48.0, "share with one candidate", Anchor::Start, Size::Label);
    for (share, label) in [(0.0, "0 %"), (0.5, "50 %"), (1.0, "100 %")] {
        let y = BOTTOM - (BOTTOM - TOP) * share;
        canvas.rectangle(LEFT, y, RIGHT - LEFT, 0.5, Color::Faint);
        canvas.text(LEFT - 6.0, y + 3.0, label, Anchor::End, Size::Label);
    }
    let room = (RIGHT - LEFT) / attacks.len() as f64;
    let labelled = (LABEL_ROOM / room).ceil().max(1.0) as usize;
    let wide = (room * 0.3).min(40.0);
    for (index, attack) in attacks.iter().enumerate() {
        let middle = LEFT + room * (index as f64 + 0.5);
        let success = attack.mean_success.unwrap_or(0.0);
        let single = attack.reidentified as f64 / attack.attacks.max(1) as f64;
        for (x, share, color) in [(middle - wide, success, Color::People), (middle, single, Color::Sets)] {
            let tall = (BOTTOM - TOP) * share;
            canvas.rectangle(x, BOTTOM - tall, wide, tall, color);
        }
        if index % labelled == 0 {
            let y = BOTTOM - (BOTTOM - TOP) * success.max(single) - 4.0;
            canvas.text(middle, y, &format!("{:.1} %", success * 100.0), Anchor::Middle, Size::Label);
            let columns = counted(attack.knowledge as u64, "column");
            canvas.text(middle, BOTTOM + 14.0, &columns, Anchor::Middle, Size::Label);
        }
    }
    canvas.rectangle(LEFT, BOTTOM, RIGHT - LEFT, 1.0, Color::Ink);
}
