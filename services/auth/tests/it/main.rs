//! The service through its gRPC door, on a real PostgreSQL.

mod house;
mod keys;
mod program;
mod refresh;
mod register;
mod sign_in;
