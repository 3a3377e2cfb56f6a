//! The order service through its gRPC door, on a real PostgreSQL, with a scripted catalogue and a scripted
//! address book next door.

mod adding;
mod address_book;
mod away;
mod checking;
mod leavers;
mod loading;
mod looking;
mod neighbour;
mod promos;
mod shop;
mod slots;
mod taking_out;
mod together;
mod whose;
