mod elimination;
mod errors;
mod reading;
