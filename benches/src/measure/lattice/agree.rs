//! A time counts only for the right answer.

use super::case::Case;
use anyhow::{Result, ensure};
use serde_json::{Value, json};

/// The search must have proven its solution, and the solution must be the known one.
pub(crate) fn proven(found: &Value, case: &Case) -> Result<()> {
    let name = case.name();
    ensure!(found["optimal"] == true, "{name}: {} did not prove its solution", found["search"]);
    let Some(known) = &case.known else { return Ok(()) };
    let loss = found["loss"].as_f64().unwrap_or(f64::NAN);
    let right = found["levels"] == json!(known.levels)
        && found["suppressed"] == known.suppressed
        // Known with six decimals.
        && (loss - known.loss).abs() <= 0.5e-6 + 1e-12;
    ensure!(
        right,
        "{name}: {} found levels {}, loss {loss}, suppressed {}; known are {:?}, {}, {}",
        found["search"],
        found["levels"],
        found["suppressed"],
        known.levels,
        known.loss,
        known.suppressed
    );
    Ok(())
}

/// Two searches of one table must find the same.
pub(crate) fn same(ours: &Value, other: &Value, case: &Case) -> Result<()> {
    let same = ["levels", "loss", "suppressed"].iter().all(|key| ours[*key] == other[*key]);
    ensure!(same, "{}: {} found another solution than ours", case.name(), other["search"]);
    Ok(())
}

/// Local recoding must publish everybody.
pub(crate) fn nobody_suppressed(recoded: &Value) -> Result<()> {
    ensure!(
        recoded["suppressed"] == 0 && recoded["complete"] == true,
        "local recoding suppressed {}",
        recoded["suppressed"]
    );
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::super::case::CASES;
    use super::*;

    fn found() -> Value {
        json!({"search": "auto", "optimal": true, "levels": [0, 4, 1, 1, 3, 2, 2, 1, 0], "loss": 0.573_150_6,
               "suppressed": 0})
    }

    #[test]
    fn the_known_solution_passes_to_six_decimals() {
        proven(&found(), &CASES[0]).unwrap();
    }

    #[test]
    fn any_other_solution_and_an_unproven_one_do_not() {
        for (key, wrong) in [
            ("optimal", json!(false)),
            ("levels", json!([1, 4, 1, 1, 3, 2, 2, 1, 0])),
            ("levels", Value::Null),
            ("loss", json!(0.573_152_6)),
            ("loss", Value::Null),
            ("suppressed", json!(1)),
        ] {
            let mut found = found();
            found[key] = wrong;
            assert!(proven(&found, &CASES[0]).is_err(), "{found}");
        }
        assert!(same(&found(), &json!({"levels": [0]}), &CASES[0]).is_err());
    }
}
