//! How well a class is learned from a release and told of original records.
