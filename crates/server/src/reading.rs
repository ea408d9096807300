//! How a dataset is read, as a part of a request.

use lethe::ReadOptions;
use serde_json::{Map, Value};

/// Adds the options of reading, where the request does not have them.
pub(crate) fn add_reading(request: &mut Map<String, Value>, reading: &ReadOptions) {
    let Ok(Value::Object(reading)) = serde_json::to_value(reading) else { return };
    for (key, value) in reading {
        request.entry(key).or_insert(value);
    }
}

/// The same request with the options of reading.
pub(crate) fn with_reading(mut request: Value, reading: &ReadOptions) -> Value {
    if let Some(request) = request.as_object_mut() {
        add_reading(request, reading);
    }
    request
}
