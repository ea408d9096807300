//! What a new workspace begins with: a project with a generated table, to try everything with.

use crate::app::App;
use crate::ids::new_id;
use crate::problem::Result;
use crate::store::Project;
use crate::upload;
use lethe::ReadOptions;

/// Patients who never lived.
const NAME: &str = "Example: patients";
const ROWS: u64 = 10_000;
const COLUMNS: u64 = 12;

/// Makes it. A service without it works as well.
pub(crate) async fn make(app: App) -> Result<()> {
    let (project, dataset) = (new_id()?, new_id()?);
    app.folder(&project).create()?;
    let folder = app.folder(&project).dataset(&dataset);
    lethe::io::create_private_folder(&folder)?;
    let id = project.clone();
    app.store.ask(move |connection| Project::create(connection, id, NAME.to_owned())).await?;
    let found = upload::generate(&app, &folder, "health", Some(ROWS), Some(COLUMNS)).await?;
    upload::register(&app, project, dataset, &folder, found, ReadOptions::default()).await?;
    Ok(())
}
