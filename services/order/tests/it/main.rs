//! The order service through its gRPC door, on a real PostgreSQL, with a scripted catalogue next door.

mod adding;
mod away;
mod checking;
mod leavers;
mod looking;
mod neighbour;
mod shop;
mod taking_out;
mod together;
mod whose;
