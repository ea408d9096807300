//! The service, from outside: a process of its own, asked over HTTP.

mod access;
mod client;
mod faults;
mod load;
mod path;
mod paths;
