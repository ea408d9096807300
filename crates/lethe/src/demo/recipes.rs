//! The recipes of the story.

use crate::generate::Generated;
use crate::inspect::Inspection;
use lethe_data::Role;

/// How many records must are equal.
pub(super) const K: u64 = 5;

/// The roles that inspecting suggests, the hierarchies that were made, and two models.
pub(super) fn levels(inspection: &Inspection, generated: &Generated) -> String {
    let mut text = String::new();
    for column in &inspection.columns {
        text += &format!("[columns.{}]\nrole = \"{}\"\n", column.name, column.role);
        let is_made = generated.hierarchies.iter().any(|hierarchy| hierarchy.column == column.name);
        if column.role == Role::Quasi.name() && is_made {
            text += &format!("hierarchy = \"hierarchies/{}.csv\"\n", column.name);
        }
        text.push('\n');
    }
    text + &format!(
        "[[privacy]]\nmodel = \"k-anonymity\"\nk = {K}\n\n[[privacy]]\nmodel = \"l-diversity\"\n\
         column = \"disease_1\"\nvariant = \"distinct\"\nl = 3\n\n[search]\nsuppression_limit = 0.05\n"
    )
}

/// All columns that name nobody may be known to an attacker, and are split until that shows nothing.
pub(super) fn compartments(inspection: &Inspection) -> String {
    let mut text = String::new();
    for column in &inspection.columns {
        let names = column.role == Role::Identifying.name();
        let role = if names { Role::Identifying } else { Role::Quasi };
        text += &format!("[columns.{}]\nrole = \"{}\"\n\n", column.name, role.name());
    }
    text + &format!("[[privacy]]\nmodel = \"k-anonymity\"\nk = {K}\n\n[search]\nmethod = \"compartment\"\n")
}
