//! Models as flags spell them: `distinct:3@disease`, `0.2@salary:ordered`.
//!
//! A flag is rewritten as the table `[[privacy]]` that it stands for and read like a recipe, so that the same names and
//! ranges hold for both.

use crate::{Error, Result};
use lethe_data::Decimal;
use lethe_io::recipe::{ColumnRecipe, HierarchyRecipe, PrivacyModel, Recipe};

/// A model, and the hierarchy file that its flag names for its column.
#[derive(Clone, Debug, PartialEq)]
pub struct Flagged {
    /// The model.
    pub model: PrivacyModel,
    /// What the flag says about the model's column besides.
    pub column: Option<(String, ColumnRecipe)>,
}

/// The keys of a model with their values as TOML spells them.
type Keys = Vec<(&'static str, String)>;

/// How a flag is written and read.
struct Form {
    flag: &'static str,
    example: &'static str,
    read: fn(&str) -> Option<Keys>,
}

const FORMS: &[Form] = &[
    Form { flag: "k", example: "--k 5", read: |text| Some(vec![model("k-anonymity"), ("k", number(text)?)]) },
    Form {
        flag: "l",
        example: "--l distinct:3@COLUMN, entropy:2.5@COLUMN or recursive:C,L@COLUMN",
        read: |text| {
            let (wanted, column) = text.split_once('@')?;
            let (variant, parameters) = wanted.split_once(':')?;
            let mut keys =
                vec![model("l-diversity"), ("column", quoted(column)), ("variant", quoted(variant))];
            match parameters.split_once(',') {
                Some((c, l)) => keys.extend([("c", number(c)?), ("l", number(l)?)]),
                None => keys.push(("l", number(parameters)?)),
            }
            Some(keys)
        },
    },
    Form {
        flag: "t",
        example: "--t 0.2@COLUMN, or with :equal, :ordered or :hierarchical:FILE behind the column",
        read: |text| {
            let (t, rest) = text.split_once('@')?;
            let (column, distance) = distance_of(rest);
            Some(vec![
                model("t-closeness"),
                ("t", number(t)?),
                ("column", quoted(column)),
                ("distance", quoted(distance)),
            ])
        },
    },
    Form {
        flag: "delta",
        example: "--delta 0.1,0.5@POPULATION.csv",
        read: |text| {
            let (shares, population) = text.split_once('@')?;
            let (min, max) = shares.split_once(',')?;
            let keys = [("min", number(min)?), ("max", number(max)?), ("population", quoted(population))];
            Some([model("delta-presence")].into_iter().chain(keys).collect())
        },
    },
    Form {
        flag: "beta",
        example: "--beta 1.5@COLUMN, or with :enhanced behind the column",
        read: |text| {
            let (beta, rest) = text.split_once('@')?;
            let (column, enhanced) =
                rest.strip_suffix(":enhanced").map_or((rest, false), |name| (name, true));
            let keys =
                [("beta", number(beta)?), ("column", quoted(column)), ("enhanced", enhanced.to_string())];
            Some([model("beta-likeness")].into_iter().chain(keys).collect())
        },
    },
    Form {
        flag: "km",
        example: "--km K,M",
        read: |text| {
            let (k, m) = text.split_once(',')?;
            Some(vec![model("km-anonymity"), ("k", number(k)?), ("m", number(m)?)])
        },
    },
    Form {
        flag: "delta-disclosure",
        example: "--delta-disclosure 0.5@COLUMN",
        read: |text| {
            let (delta, column) = text.split_once('@')?;
            Some(vec![model("delta-disclosure"), ("delta", number(delta)?), ("column", quoted(column))])
        },
    },
    Form {
        flag: "alpha-k",
        example: "--alpha-k ALPHA,K@COLUMN",
        read: |text| {
            let (numbers, column) = text.split_once('@')?;
            let (alpha, k) = numbers.split_once(',')?;
            let keys = [("alpha", number(alpha)?), ("k", number(k)?), ("column", quoted(column))];
            Some([model("alpha-k")].into_iter().chain(keys).collect())
        },
    },
    Form {
        flag: "lkc",
        example: "--lkc L,K,C@COLUMN",
        read: |text| {
            let (numbers, column) = text.split_once('@')?;
            let (l, rest) = numbers.split_once(',')?;
            let (k, c) = rest.split_once(',')?;
            let keys = [("l", number(l)?), ("k", number(k)?), ("c", number(c)?), ("column", quoted(column))];
            Some([model("lkc-privacy")].into_iter().chain(keys).collect())
        },
    },
    Form {
        flag: "k-map",
        example: "--k-map 5@POPULATION.csv or --k-map 5@1000000",
        read: |text| {
            let (k, population) = text.split_once('@')?;
            let people = population.bytes().all(|byte| byte.is_ascii_digit());
            let population = if people { number(population)? } else { quoted(population) };
            Some(vec![model("k-map"), ("k", number(k)?), ("population", population)])
        },
    },
    Form {
        flag: "dp",
        example: "--dp EPSILON or --dp EPSILON,DELTA, such as --dp 1,1e-6 or --dp 'ln(2)'",
        read: |text| {
            let (epsilon, delta) = text.rsplit_once(',').map_or((text, None), |(e, d)| (e, Some(d)));
            let mut keys = vec![model("differential-privacy"), ("epsilon", quoted(epsilon))];
            if let Some(delta) = delta {
                keys.push(("delta", number(delta)?));
            }
            Some(keys)
        },
    },
    Form {
        flag: "average-risk",
        example: "--average-risk 0.05",
        read: |text| Some(vec![model("average-risk"), ("max", number(text)?)]),
    },
    Form {
        flag: "reidentification-risk",
        example: "--reidentification-risk 0.2@prosecutor",
        read: |text| {
            let (max, attacker) = text.split_once('@')?;
            Some(vec![model("reidentification-risk"), ("max", number(max)?), ("attacker", quoted(attacker))])
        },
    },
];

/// Reads the model that a flag asks for.
///
/// **Errors**: the text has another form than the flag's, or a parameter is out of range.
pub fn parse(flag: &str, text: &str) -> Result<Flagged> {
    let form = FORMS.iter().find(|form| form.flag == flag);
    let form = form.ok_or_else(|| Error::Request(format!("no model has the flag --{flag}")))?;
    let wrong = |problem: &str| Error::Request(format!("--{flag} {text}: {problem}"));
    let keys = (form.read)(text).ok_or_else(|| wrong(&format!("write {}", form.example)))?;
    let pairs: Vec<String> = keys.iter().map(|(key, value)| format!("{key} = {value}")).collect();
    let recipe = Recipe::parse("", &format!("privacy = [{{ {} }}]", pairs.join(", "))).map_err(|error| {
        let key = error.key.as_deref().and_then(|key| key.strip_prefix("privacy[0].")).unwrap_or_default();
        wrong(&if key.is_empty() { error.problem } else { format!("{key}: {}", error.problem) })
    })?;
    // The text holds one model, so the recipe does.
    let model = recipe.privacy.into_iter().next().ok_or_else(|| wrong("no model"))?;
    let column = hierarchy_of(&model, text);
    Ok(Flagged { model, column })
}

/// The hierarchy file in `0.2@COLUMN:hierarchical:FILE`.
fn hierarchy_of(model: &PrivacyModel, text: &str) -> Option<(String, ColumnRecipe)> {
    let PrivacyModel::TCloseness { column, .. } = model else { return None };
    let (_, file) = text.split_once(HIERARCHICAL)?;
    let hierarchy = Some(HierarchyRecipe::File(file.to_owned()));
    Some((column.clone(), ColumnRecipe { hierarchy, ..ColumnRecipe::default() }))
}

const HIERARCHICAL: &str = ":hierarchical:";

/// The column and the distance; a column's name may hold colons, so only known endings are taken off.
fn distance_of(text: &str) -> (&str, &str) {
    if let Some((column, _)) = text.split_once(HIERARCHICAL) {
        return (column, "hierarchical");
    }
    let known = ["equal", "ordered", "hierarchical"];
    let ending = known.into_iter().find_map(|name| Some((text.strip_suffix(name)?.strip_suffix(':')?, name)));
    ending.unwrap_or((text, "equal"))
}

fn model(name: &'static str) -> (&'static str, String) {
    ("model", quoted(name))
}

/// A text as TOML spells it; JSON spells it the same.
fn quoted(text: &str) -> String {
    serde_json::Value::from(text).to_string()
}

/// Digits as TOML reads them; `None` for what is no number.
fn number(text: &str) -> Option<String> {
    let number = Decimal::parse(text)?;
    if let Some(whole) = number.scaled_to(0) {
        return Some(whole.to_string());
    }
    let digits = number.to_string();
    Some(if digits.contains('e') { digits.replace('e', ".0e") } else { digits })
}
