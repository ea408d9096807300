//! Methods that change cells or part columns, through the façade: what is written is read by plain code and counted in the
//! plainest way, and `discover` must find nothing in it.

mod attacked;
mod cells;
mod compartments;
mod edges;
mod judge;
mod kept;
mod order;
mod same_bytes;
mod split_rows;
mod table;
mod task;
