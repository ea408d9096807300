//! Numbers for records: three or four significant digits, thousands separated.

use lethe_data::wording::grouped;

/// A figure in few digits.
pub fn short(value: f64) -> String {
    if !value.is_finite() {
        return "–".to_owned();
    }
    let size = value.abs();
    let sign = if value < 0.0 { "−" } else { "" };
    if size >= 1e15 {
        return format!("{value:.3e}");
    }
    if size.fract() == 0.0 || size >= 1000.0 {
        return format!("{sign}{}", grouped(size.round() as u64));
    }
    if size < 1e-4 {
        return format!("{sign}{size:.1e}");
    }
    let decimals = match size {
        100.0.. => 1,
        10.0.. => 2,
        0.1.. => 3,
        _ => 4,
    };
    let text = format!("{size:.decimals$}");
    format!("{sign}{}", text.trim_end_matches('0').trim_end_matches('.'))
}

/// A share in percent, never rounded to nothing or to everything.
pub fn percent(share: f64) -> String {
    let percent = share * 100.0;
    let sign = if percent < 0.0 { "−" } else { "" };
    let size = percent.abs();
    if !size.is_finite() {
        "–".to_owned()
    } else if size == 0.0 {
        "0 %".to_owned()
    } else if size < 0.01 {
        format!("{sign}< 0.01 %")
    } else if size < 1.0 {
        format!("{sign}{size:.2} %")
    } else if (99.95..100.0).contains(&size) {
        format!("{sign}> 99.9 %")
    } else {
        let text = format!("{size:.1}");
        format!("{sign}{} %", text.trim_end_matches(".0"))
    }
}

#[cfg(test)]
mod tests {
    use super::{percent, short};

    #[test]
    fn figures_have_few_digits_and_separated_thousands() {
        let figures = [0.0, 5.0, 30_162.0, 38_581.646, 0.123_456, 3.5, -17.25, 123.46, 0.012_345, 0.000_012];
        let shown = ["0", "5", "30,162", "38,582", "0.123", "3.5", "−17.25", "123.5", "0.0123", "1.2e-5"];
        assert_eq!(figures.map(short), shown.map(str::to_owned));
        assert_eq!([short(f64::NAN), short(1e300)], ["–", "1.000e300"]);
    }

    #[test]
    fn shares_are_never_rounded_to_nothing_or_to_everything() {
        let shares = [0.0, 1e-9, 0.0016, 0.5, 0.8214, 0.99999, 1.0, -0.25];
        let shown = ["0 %", "< 0.01 %", "0.16 %", "50 %", "82.1 %", "> 99.9 %", "100 %", "−25 %"];
        assert_eq!(shares.map(percent), shown.map(str::to_owned));
    }
}
