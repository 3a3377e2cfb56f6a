//! The order service through its gRPC door, on a real PostgreSQL, with a scripted catalogue and a scripted
//! address book next door.

mod adding;
mod address_book;
mod away;
mod bank_server;
mod checking;
mod epoint;
mod leavers;
mod looking;
mod neighbour;
mod payriff;
mod promos;
mod sandbox;
mod shop;
mod slots;
mod taking_out;
mod together;
mod whose;
