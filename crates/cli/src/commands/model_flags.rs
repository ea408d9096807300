//! Privacy models by flag. Which flags there are, and what they say, is declared by the models.

use clap::error::{Error, ErrorKind};
use clap::{Arg, ArgAction, ArgGroup, ArgMatches, Args, Command, FromArgMatches, Id};
use lethe::recipe_file::ValueOrder;
use lethe::requirements::flags::{self, Flagged};

/// Models by flag; each may be given several times, all must hold.
#[derive(Clone, Debug, Default)]
pub(crate) struct ModelFlags {
    /// The flags that were given, in the order of help, each with its values.
    given: Vec<(&'static str, Vec<String>)>,
    order: Vec<(String, ValueOrder)>,
}

const HEADING: &str = "Models";
const GROUP: &str = "ModelFlags";
const K: &str = "k";
const ORDER: &str = "order";
const ABOUT_ORDER: &str = "The order of a column's values for --t T@COLUMN:ordered, where they are texts: every value from the \
                           first to the last, or the word spelling for the order of their bytes; repeatable";

/// All flags of models but `--k`.
pub(crate) fn all_but_k() -> Vec<&'static str> {
    flags::judged().map(|flag| flag.name).filter(|name| *name != K).chain([ORDER]).collect()
}

fn parse_order(text: &str) -> Result<(String, ValueOrder), &'static str> {
    let (column, order) = text.split_once('=').ok_or("write COLUMN=A,B,…, such as grade=low,middle,high")?;
    Ok((column.to_owned(), ValueOrder::of_flag(order)?))
}

impl Args for ModelFlags {
    fn group_id() -> Option<Id> {
        Some(Id::from(GROUP))
    }

    fn augment_args(command: Command) -> Command {
        let flag = |name, value, help| {
            Arg::new(name)
                .long(name)
                .value_name(value)
                .help(help)
                .help_heading(HEADING)
                .action(ArgAction::Append)
        };
        let models = flags::judged().map(|model| flag(model.name, model.value, model.help));
        let order = flag(ORDER, "COLUMN=A,B,…", ABOUT_ORDER).value_parser(parse_order);
        let all: Vec<Arg> = models.chain([order]).collect();
        let group = ArgGroup::new(GROUP).multiple(true).args(all.iter().map(Arg::get_id));
        command.args(&all).group(group)
    }

    fn augment_args_for_update(command: Command) -> Command {
        Self::augment_args(command)
    }
}

impl FromArgMatches for ModelFlags {
    fn from_arg_matches(matches: &ArgMatches) -> Result<Self, Error> {
        let mut flags = Self::default();
        flags.update_from_arg_matches(matches)?;
        Ok(flags)
    }

    fn update_from_arg_matches(&mut self, matches: &ArgMatches) -> Result<(), Error> {
        for flag in flags::judged() {
            let texts = matches.try_get_many::<String>(flag.name).map_err(misdeclared)?;
            self.given.extend(texts.map(|texts| (flag.name, texts.cloned().collect())));
        }
        let orders = matches.try_get_many(ORDER).map_err(misdeclared)?;
        self.order.extend(orders.into_iter().flatten().cloned());
        Ok(())
    }
}

/// The flags read are those declared, with the same types.
fn misdeclared(problem: clap::parser::MatchesError) -> Error {
    Error::raw(ErrorKind::Format, problem)
}

impl ModelFlags {
    /// The orders of columns.
    pub(crate) fn orders(&self) -> Vec<(String, ValueOrder)> {
        self.order.clone()
    }

    /// Whether no model is required.
    pub(crate) fn is_empty(&self) -> bool {
        self.given.is_empty()
    }

    /// The largest k required.
    pub(crate) fn only_k(&self) -> lethe::Result<Option<u64>> {
        let problem = || lethe::Error::Request("--k must be a whole number".to_owned());
        let given = self.given.iter().filter(|(name, _)| *name == K).flat_map(|(_, texts)| texts);
        let all = given.map(|text| text.parse().map_err(|_| problem()));
        Ok(all.collect::<lethe::Result<Vec<u64>>>()?.into_iter().max())
    }

    /// The models required.
    pub(crate) fn parse(&self) -> lethe::Result<Vec<Flagged>> {
        let given = self.given.iter().flat_map(|(flag, texts)| texts.iter().map(move |text| (flag, text)));
        given.map(|(flag, text)| flags::parse(flag, text)).collect()
    }
}
