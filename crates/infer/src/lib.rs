//! Inference of what a tool can do, from its definition and from the arguments of a call.

pub mod call;
