//! The service through its gRPC door, on a real PostgreSQL.

mod attacks;
mod codes;
mod devices;
mod door;
mod emails;
mod house;
mod keys;
mod letters;
mod passwords;
mod post;
mod program;
mod refresh;
mod register;
mod sign_in;
mod sign_up;
mod throttle;
