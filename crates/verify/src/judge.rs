//! Every model, asked about every class.

use crate::histograms::Histograms;
use crate::judgement::{Achieved, JudgedModel, Judgement};
use crate::known::ask_choices;
use crate::population::PopulationCounts;
use crate::sheet::Sheet;
use crate::suppressed::suppressed_class;
use crate::wildcard::fewest_matches;
use crate::{Error, Options, Result, SuppressedRecords};
use lethe_data::{Context, Table, group};
use lethe_models::privacy::{ClassRequirement, ClassSize, ReleaseModel, Requirements, Scope};

/// Whether a table satisfies every model, its classes formed over the columns `quasi`.
///
/// A missing value is a value of its own. The records that are `*` in every column are a class only for the models that
/// the options say. The records that are not published — the fully suppressed ones, and those of the population who look like
/// nobody published — are one class for models that judge it. `population` has the columns `quasi` in their order.
///
/// **Guarantee**: `holds` is true only when the exact values satisfy every model; what was achieved encloses the exact
/// value of the worst class. The answer does not depend on the number of threads.
/// **Cost**: a grouping of the rows, another one for each sensitive column, and one look at each class for each model.
/// **Errors**: a population is needed and missing, the memory budget is too small, or the run is cancelled.
pub fn judge(
    table: &Table,
    quasi: &[usize],
    requirements: &Requirements,
    population: Option<&Table>,
    options: &Options,
    context: &Context,
) -> Result<Judgement> {
    check_population(requirements, population)?;
    let (sheet, suppressed) = sheet(table, quasi, requirements, population, options, context)?;
    let mut models = Vec::new();
    for requirement in &requirements.classes {
        models.push(judge_classes(requirement, &sheet, table, context)?);
    }
    let published =
        (0..sheet.sizes.len()).filter(|&class| sheet.sizes[class] > 0 && sheet.unpublished != Some(class));
    let sizes: Vec<ClassSize> = published
        .map(|class| ClassSize {
            records: sheet.sizes[class],
            population: sheet.population.get(class).copied().unwrap_or(0),
        })
        .collect();
    models.extend(requirements.release.iter().map(|model| judge_release(model.as_ref(), &sizes)));
    let of_classes = || requirements.classes.iter().map(|requirement| requirement.model.as_ref());
    Ok(Judgement {
        holds: models.iter().all(|model| model.holds),
        records: table.records(),
        suppressed,
        suppressed_judged: of_classes().any(|model| sheet.takes_suppressed(model)),
        classes: sizes.len(),
        smallest_class: sizes.iter().map(|class| class.records).min(),
        fewest_matches: fewest_matches(&sheet, table, context)?,
        models,
    })
}

fn check_population(requirements: &Requirements, population: Option<&Table>) -> Result<()> {
    if population.is_some() {
        return Ok(());
    }
    let of_classes = requirements.classes.iter().map(|requirement| &requirement.model);
    let of_classes = of_classes.filter(|model| model.needs_population()).map(|model| model.name());
    let of_release =
        requirements.release.iter().filter(|model| model.needs_population()).map(|model| model.name());
    of_classes.chain(of_release).next().map_or(Ok(()), |model| Err(Error::NoPopulation { model }))
}

/// The classes, and the records that are fully suppressed.
fn sheet(
    table: &Table,
    quasi: &[usize],
    requirements: &Requirements,
    population: Option<&Table>,
    options: &Options,
    context: &Context,
) -> Result<(Sheet, u64)> {
    let classes = group::classes_of(table, quasi, context)?;
    let suppressed = match options.suppressed {
        SuppressedRecords::Class => None,
        _ => suppressed_class(table, quasi, &classes),
    };
    let mut histograms = Vec::with_capacity(requirements.sensitive.len());
    for (slot, &column) in requirements.sensitive.iter().enumerate() {
        let translation = options.translations.get(slot).and_then(Option::as_deref);
        histograms.push(Histograms::of(
            &classes,
            table.column(column),
            table.weights(),
            translation,
            context,
        )?);
    }
    let mut sheet = Sheet {
        sizes: classes.counts().to_vec(),
        population: Vec::new(),
        first_rows: classes.first_rows().to_vec(),
        histograms,
        columns: quasi.to_vec(),
        unpublished: suppressed,
        suppressed: options.suppressed,
    };
    if let Some(population) = population {
        let counts = PopulationCounts::of(table, quasi, &classes, population, context)?;
        sheet.population = counts.of_classes;
        sheet.gather_unpublished(counts.elsewhere, context)?;
    }
    let records = suppressed.map_or(0, |class| classes.counts()[class]);
    Ok((sheet, records))
}

impl Sheet {
    /// The records of the population whom no published class holds are one class with the suppressed ones.
    fn gather_unpublished(&mut self, elsewhere: u64, context: &Context) -> Result<()> {
        // A class whose rows stand for nobody publishes nobody.
        let nobody = (0..self.sizes.len()).filter(|&class| self.sizes[class] == 0);
        let elsewhere = elsewhere + nobody.map(|class| self.population[class]).sum::<u64>();
        if let Some(class) = self.unpublished {
            self.population[class] += elsewhere;
            return Ok(());
        }
        let class = self.sizes.len();
        self.sizes.push(0);
        self.population.push(elsewhere);
        self.first_rows.push(0);
        let same: Vec<Option<u32>> = (0..class as u32).map(Some).collect();
        for histograms in &mut self.histograms {
            *histograms = histograms.united(&same, class + 1, context)?;
        }
        self.unpublished = Some(class);
        Ok(())
    }
}

fn judge_classes(
    requirement: &ClassRequirement,
    sheet: &Sheet,
    table: &Table,
    context: &Context,
) -> Result<JudgedModel> {
    let model = requirement.model.as_ref();
    let asked = match requirement.scope {
        Scope::Known(known) if known < sheet.columns.len() => {
            // What holds for them and for the others holds for their union, which is what fewer columns show.
            ask_choices(sheet, table, known, model, context)?.and(sheet.ask_suppressed(model))
        }
        Scope::Quasi | Scope::Known(_) => sheet.ask(model, context)?,
    };
    Ok(JudgedModel {
        name: model.name(),
        variant: model.variant(),
        slot: model.slot(),
        required: model.threshold(),
        achieved: asked.achieved,
        holds: asked.failing_classes == 0,
        failing_classes: asked.failing_classes,
        failing_records: asked.failing_records,
        failing_unmeasured: asked.failing_unmeasured,
        worst: asked.into_worst(),
    })
}

fn judge_release(model: &dyn ReleaseModel, sizes: &[ClassSize]) -> JudgedModel {
    let measured = (!sizes.is_empty()).then(|| model.measure(sizes));
    JudgedModel {
        name: model.name(),
        variant: model.variant(),
        slot: None,
        required: model.threshold(),
        achieved: measured.map(|value| Achieved { least: value, largest: value }),
        holds: model.holds(sizes),
        failing_classes: 0,
        failing_records: 0,
        failing_unmeasured: 0,
        worst: None,
    }
}
