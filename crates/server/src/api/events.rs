//! What becomes of a job, as it happens.

use super::extract::Path;
use super::jobs::current;
use crate::app::App;
use crate::problem::Result;
use axum::extract::State;
use axum::response::IntoResponse;
use axum::response::sse::{Event, KeepAlive, Sse};
use futures_util::stream;
use std::convert::Infallible;
use std::time::Duration;

/// Events come no faster.
const PERIOD: Duration = Duration::from_millis(200);

/// An event `state` with the job, at once and at every change, until it has ended.
pub(super) async fn events(
    State(app): State<App>,
    Path((project, id)): Path<(String, String)>,
) -> Result<impl IntoResponse> {
    app.job(&project, &id).await?;
    let news = app.jobs.news(&id);
    let events = stream::unfold(Some((app, project, id, news, true)), |state| async {
        let (app, project, id, mut news, is_first) = state?;
        if !is_first {
            tokio::time::sleep(PERIOD).await;
            if let Some(news) = &mut news {
                // Its end is a change, too.
                let _ = news.changed().await;
            }
        }
        let job = current(&app, &project, &id).await.ok()?;
        let is_final = job.summary.state.is_final();
        let event: Result<Event, Infallible> =
            Ok(Event::default().event("state").data(serde_json::to_string(&job).unwrap_or_default()));
        Some((event, (!is_final).then_some((app, project, id, news, false))))
    });
    Ok(Sse::new(events).keep_alive(KeepAlive::default()))
}
