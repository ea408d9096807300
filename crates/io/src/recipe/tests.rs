mod errors;
mod reading;
