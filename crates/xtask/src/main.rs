//! One entry for every task of the project.
fn main() {}
