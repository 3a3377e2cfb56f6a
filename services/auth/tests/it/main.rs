//! The service through its gRPC door, on a real PostgreSQL.

mod addresses;
mod families;
mod house;
mod influencers;
mod keys;
mod leaving;
mod owner;
mod places;
mod profile;
mod program;
mod refresh;
mod register;
mod reminders;
mod sign_in;
