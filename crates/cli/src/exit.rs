//! From results to exit statuses: 0 good, 1 answered with no, 2 the call or input is at fault, 3 a limit was reached; 130 for
//! an interrupt, 141 for a table that nobody took to its end, 70 for a fault of our own.

use crate::args::OutputFormat;
use crate::{flags, output};
use lethe::request::Verdict;
use lethe::{Error, ErrorReport, Fault, Problem};
use std::ffi::OsString;
use std::io::ErrorKind;

/// What shells report for a program that an interrupt has ended.
pub(crate) const INTERRUPTED: u8 = 130;
/// What shells report for a program that wrote to a pipe nobody reads.
const OUTPUT_CLOSED: u8 = 141;
pub(crate) const LIMITED: u8 = 3;
const OUR_FAULT: u8 = 70;

/// Why a command ended without an answer.
pub(crate) enum Failure {
    Product(Error),
    /// What was made could not be delivered: its reader went before the end. A report is different: its answer is also the exit
    /// status, which stands whether the report was read or not.
    OutputClosed,
}

impl<E: Into<Error>> From<E> for Failure {
    fn from(error: E) -> Self {
        match error.into() {
            Error::Io(lethe::io::Error::File { source, .. }) if source.kind() == ErrorKind::BrokenPipe => {
                Self::OutputClosed
            }
            other => Self::Product(other),
        }
    }
}

/// Reports a failure in one line, and to programs that request it as one JSON object on standard output.
fn tell(mut problem: Problem, line: &str, format: OutputFormat) {
    output::say(line);
    if format == OutputFormat::Json {
        problem.message = flags::spelled(&problem.message);
        problem.hint = problem.hint.map(|hint| flags::spelled(&hint));
        tell_program(problem);
    }
}

fn tell_program(problem: Problem) {
    // Nobody may be listening any more; the exit status stands.
    if let Ok(text) = lethe::json::pretty(&ErrorReport { error: problem }) {
        let _ = output::deliver(&(text + "\n"));
    }
}

/// Reports what is wrong with the command line, or the requested help.
pub(crate) fn usage(error: &clap::Error, arguments: &[OsString]) -> u8 {
    // What is asked with no command at all is answered with the help.
    let is_help = !error.use_stderr()
        || error.kind() == clap::error::ErrorKind::DisplayHelpOnMissingArgumentOrSubcommand;
    if is_help {
        let _ = error.print();
    } else {
        output::say(&one_line(&error.render().to_string()));
    }
    let is_json = arguments.windows(2).any(|pair| pair[0] == "--format" && pair[1] == "json")
        || arguments.iter().any(|argument| argument == "--format=json");
    if error.use_stderr() && is_json {
        let whole = one_line(&error.render().to_string());
        let message = whole.strip_suffix(SEE_HELP).unwrap_or(&whole).to_owned();
        let hint = Some("see --help".to_owned());
        tell_program(Problem { code: "usage", message, file: None, line: None, column: None, hint });
    }
    u8::try_from(error.exit_code()).unwrap_or(2)
}

const SEE_HELP: &str = "; see --help";

/// What the parser of the command line prints in paragraphs, as one line like every other error.
fn one_line(whole: &str) -> String {
    let is_shown = |line: &&str| !line.is_empty() && !line.starts_with("For more information");
    let lines = whole.lines().map(str::trim).take_while(|line| !line.starts_with("Usage:")).filter(is_shown);
    let mut text = String::new();
    for line in lines {
        let line = line.strip_prefix("error: ").or_else(|| line.strip_prefix("tip: ")).unwrap_or(line);
        let between = match text.chars().last() {
            None => "",
            Some(':') => " ",
            Some(_) => "; ",
        };
        text.push_str(between);
        text.push_str(line);
    }
    text + SEE_HELP
}

/// Reports a failure and turns the outcome into an exit status.
pub(crate) fn status(outcome: Result<Verdict, Failure>, format: OutputFormat) -> u8 {
    match outcome {
        Ok(Verdict::Holds) => 0,
        Ok(Verdict::DoesNotHold) => 1,
        Ok(Verdict::Limited) => LIMITED,
        Ok(Verdict::Interrupted) => INTERRUPTED,
        Err(Failure::OutputClosed) => OUTPUT_CLOSED,
        Err(Failure::Product(error)) => {
            tell(error.problem(), &flags::spelled(&error.to_string()), format);
            if matches!(error.limit(), Some(lethe::data::Error::Cancelled)) {
                return INTERRUPTED;
            }
            match error.fault() {
                Fault::Input | Fault::Request => 2,
                Fault::Limit => LIMITED,
                Fault::Bug => OUR_FAULT,
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::one_line;

    #[test]
    fn errors_of_the_command_line_are_one_line() {
        let unknown = "error: unexpected argument '--kk' found\n\n  tip: a similar argument exists: '--k'\n\nUsage: lethe discover\n\nFor more information, try '--help'.\n";
        assert_eq!(
            one_line(unknown),
            "unexpected argument '--kk' found; a similar argument exists: '--k'; see --help"
        );
        let missing =
            "error: the following required arguments were not provided:\n  --quasi <A,B>\n\nUsage: lethe\n";
        assert_eq!(
            one_line(missing),
            "the following required arguments were not provided: --quasi <A,B>; see --help"
        );
    }
}
