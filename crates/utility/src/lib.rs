//! What a released table is still good for, measured against its original. Nothing here changes data, and no guarantee
//! rests on its doubles.

pub mod learning;
