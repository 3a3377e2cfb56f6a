//! The gateway in front of the real services on a real PostgreSQL: what the world sees.

mod addresses;
mod answer;
mod apps;
mod bad_forms;
mod bad_input;
mod bloggers;
mod caching;
mod catalogue;
mod contract;
mod databases;
mod deployed;
mod devices;
mod doors;
mod export;
mod house;
mod inbox;
mod neighbours;
mod pages;
mod profile;
mod program;
mod shopping;
mod sign_up;
mod telemetry;
mod words;
