//! Numbers changed at random or to coarser ones, before combinations are looked at.
