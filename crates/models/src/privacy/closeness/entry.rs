//! How t-closeness is asked for.

use super::super::entry::{Entry, Judged, Made};
use super::{Closeness, NAME};
use lethe_data::Decimal;
use lethe_recipe::model::{Flag, Key, Kind, ModelSpec, Preset, Written, number, text};
use lethe_recipe::{SHARE, names, words};

words! {
    /// How far apart two sensitive values are for t-closeness.
    #[derive(Default)]
    pub enum Distance is "distance" {
        /// All values are equally far apart.
        #[default]
        Equal = "equal",
        /// Values are as far apart as their ranks.
        Ordered = "ordered",
        /// Values are as far apart as the level of the column's hierarchy where they meet.
        Hierarchical = "hierarchical",
    }
}

/// t-closeness in the registry.
pub(in super::super) static ENTRY: Entry = Entry {
    weaken: |parameters| {
        let t = parameters.number("t")?.checked_add(Decimal::new(5, -2))?;
        let asks = format!("t = {t} for '{}'", parameters.text("column")?);
        (t <= Decimal::from(1)).then(|| (asks, parameters.clone().with("t", t)))
    },
    ..Entry::new(
        ModelSpec {
            keys: &[
                Key::COLUMN,
                Key::required("t", Kind::Number(SHARE), "the largest distance between the distributions"),
                Key::preset(
                    "distance",
                    Kind::Word("distance", names::<Distance>),
                    Preset::Word("equal"),
                    "how far apart two values are",
                ),
            ],
            flag: Some(Flag {
                name: "t",
                value: "T@COLUMN",
                help: "t-closeness; behind the column :equal (default), :ordered or :hierarchical:FILE",
                example: "--t 0.2@COLUMN, or with :equal, :ordered or :hierarchical:FILE behind the column",
                read: read_flag,
            }),
            uses_order: |parameters| parameters.word("distance") == Some(Distance::Ordered.name()),
            ..ModelSpec::new(
                NAME,
                "Every class has about the same distribution of a sensitive column as the table.",
            )
        },
        &[
            Judged::sensitive(
                "The sensitive values of every class are within t of the table's, all values being equally far apart.",
            )
            .variant("equal"),
            Judged::sensitive(
                "The sensitive values of every class are within t of the table's, values being ordered at equal steps.",
            )
            .variant("ordered"),
            Judged::sensitive(
                "The sensitive values of every class are within t of the table's, along the levels of a hierarchy.",
            )
            .variant("hierarchical"),
        ],
        |asked, site| {
            let (slot, reference) = site.sensitive()?;
            let distance = asked.parameters.word("distance").and_then(|word| word.parse().ok());
            let t = asked.number("t")?;
            Ok(Made::class(match distance.unwrap_or_default() {
                Distance::Equal => Closeness::equal(slot, t, reference)?,
                Distance::Ordered => match site.order()? {
                    Some(order) => Closeness::ordered_by(slot, t, reference, &order)?,
                    None => Closeness::ordered(slot, t, reference)?,
                },
                Distance::Hierarchical => Closeness::hierarchical(slot, t, reference, &site.hierarchy()?)?,
            }))
        },
    )
};

const HIERARCHICAL: &str = ":hierarchical:";

fn read_flag(written: &str) -> Option<Written> {
    let (t, rest) = written.split_once('@')?;
    let (column, distance) = distance_of(rest);
    let keys = [("t", number(t)?), ("column", text(column)), ("distance", text(distance))];
    Some(Written::new(keys).with_hierarchy(written.split_once(HIERARCHICAL).map(|(_, file)| file)))
}

/// The column and the distance; a column's name may hold colons, so only known endings are taken off.
fn distance_of(text: &str) -> (&str, &str) {
    if let Some((column, _)) = text.split_once(HIERARCHICAL) {
        return (column, Distance::Hierarchical.name());
    }
    let known = Distance::NAMES.iter().map(|(name, _)| *name);
    let mut endings = known.filter_map(|name| Some((text.strip_suffix(name)?.strip_suffix(':')?, name)));
    endings.next().unwrap_or((text, Distance::Equal.name()))
}
