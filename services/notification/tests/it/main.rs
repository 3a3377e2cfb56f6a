//! The service through its gRPC door, on a real PostgreSQL, hearing a feed as the auth service would serve it.
#![cfg(test)]

mod content;
mod house;
mod notifications;
