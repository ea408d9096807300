//! The values of the census columns with their groups and shares.

/// Work classes: name, group, share.
pub(super) const WORK_CLASSES: [(&str, &str, f64); 8] = [
    ("Private", "Employed", 73.9),
    ("Self-emp-not-inc", "Self-employed", 8.3),
    ("Self-emp-inc", "Self-employed", 3.6),
    ("Federal-gov", "Government", 3.1),
    ("Local-gov", "Government", 6.8),
    ("State-gov", "Government", 4.2),
    ("Without-pay", "Unpaid", 0.06),
    ("Never-worked", "Unpaid", 0.04),
];

/// One step of education.
pub(super) struct Degree {
    pub(super) name: &'static str,
    /// The school it is given by.
    pub(super) stage: &'static str,
    /// Whether that is higher education; settled by the stage.
    pub(super) level: &'static str,
    /// The share of records in percent.
    pub(super) share: f64,
}

const fn degree(name: &'static str, stage: &'static str, level: &'static str, share: f64) -> Degree {
    Degree { name, stage, level, share }
}

/// Education from low to high; the position plus one is the education number.
pub(super) const EDUCATION: [Degree; 16] = [
    degree("Preschool", "Primary", "School", 0.2),
    degree("1st-4th", "Primary", "School", 0.5),
    degree("5th-6th", "Primary", "School", 1.0),
    degree("7th-8th", "Middle", "School", 2.0),
    degree("9th", "Middle", "School", 1.6),
    degree("10th", "Secondary", "School", 2.9),
    degree("11th", "Secondary", "School", 3.6),
    degree("12th", "Secondary", "School", 1.3),
    degree("HS-grad", "Secondary", "School", 32.2),
    degree("Some-college", "College", "Higher", 22.4),
    degree("Assoc-voc", "College", "Higher", 4.2),
    degree("Assoc-acdm", "College", "Higher", 3.3),
    degree("Bachelors", "University", "Higher", 16.4),
    degree("Masters", "University", "Higher", 5.3),
    degree("Prof-school", "University", "Higher", 1.8),
    degree("Doctorate", "University", "Higher", 1.3),
];

/// Marital status and group.
pub(super) const MARITAL: [(&str, &str); 7] = [
    ("Married-civ-spouse", "Married"),
    ("Married-AF-spouse", "Married"),
    ("Married-spouse-absent", "Married"),
    ("Never-married", "Single"),
    ("Divorced", "Was married"),
    ("Separated", "Was married"),
    ("Widowed", "Was married"),
];

/// Occupations: name, group, share.
pub(super) const OCCUPATIONS: [(&str, &str, f64); 14] = [
    ("Exec-managerial", "White collar", 13.2),
    ("Prof-specialty", "White collar", 13.4),
    ("Adm-clerical", "White collar", 12.2),
    ("Sales", "White collar", 11.9),
    ("Tech-support", "White collar", 3.0),
    ("Craft-repair", "Blue collar", 13.3),
    ("Machine-op-inspct", "Blue collar", 6.5),
    ("Transport-moving", "Blue collar", 5.1),
    ("Handlers-cleaners", "Blue collar", 4.4),
    ("Farming-fishing", "Blue collar", 3.2),
    ("Other-service", "Service", 10.7),
    ("Protective-serv", "Service", 2.1),
    ("Priv-house-serv", "Service", 0.5),
    ("Armed-Forces", "Service", 0.1),
];
/// How many of the first occupations ask for a degree.
pub(super) const LEARNED_OCCUPATIONS: u32 = 5;

/// Relationships and group.
pub(super) const RELATIONSHIPS: [(&str, &str); 6] = [
    ("Husband", "Spouse"),
    ("Wife", "Spouse"),
    ("Own-child", "Relative"),
    ("Other-relative", "Relative"),
    ("Not-in-family", "Alone"),
    ("Unmarried", "Alone"),
];

/// Races and shares.
pub(super) const RACES: [(&str, f64); 5] = [
    ("White", 85.4),
    ("Black", 9.6),
    ("Asian-Pac-Islander", 3.2),
    ("Amer-Indian-Eskimo", 1.0),
    ("Other", 0.8),
];

/// Countries of birth: name, continent, share.
pub(super) const COUNTRIES: [(&str, &str, f64); 22] = [
    ("United-States", "North America", 913.0),
    ("Mexico", "North America", 20.0),
    ("Canada", "North America", 4.0),
    ("Cuba", "Latin America", 3.0),
    ("El-Salvador", "Latin America", 3.0),
    ("Jamaica", "Latin America", 2.5),
    ("Guatemala", "Latin America", 2.0),
    ("Columbia", "Latin America", 1.8),
    ("Peru", "Latin America", 1.0),
    ("Ecuador", "Latin America", 0.9),
    ("Philippines", "Asia", 6.0),
    ("India", "Asia", 3.1),
    ("China", "Asia", 2.4),
    ("Vietnam", "Asia", 2.1),
    ("Japan", "Asia", 1.9),
    ("Iran", "Asia", 1.3),
    ("Germany", "Europe", 4.3),
    ("England", "Europe", 2.8),
    ("Italy", "Europe", 2.2),
    ("Poland", "Europe", 1.8),
    ("Ireland", "Europe", 0.8),
    ("Holand-Netherlands", "Europe", 0.05),
];
