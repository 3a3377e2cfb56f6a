//! The service through its gRPC door, on a real PostgreSQL, hearing a catalogue of which only the feed is there.
#![cfg(test)]

mod counts;
mod finding;
mod house;
mod listing;
mod loading;
