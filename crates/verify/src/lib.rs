//! Do these models hold on this table? This crate shares no code with anything that transforms data.
