//! The service through its gRPC door, on a real PostgreSQL: hearing a feed as the auth service would serve it, and sending
//! through a mail server and SMS providers of the test's own.
#![cfg(test)]

mod browser;
mod deliveries;
mod desk;
mod fanouts;
mod house;
mod kinds;
mod live;
mod mail;
mod news;
mod notifications;
mod office;
mod orders;
mod preferences;
mod previews;
mod provider;
mod pushes;
mod quiet;
mod secrets;
mod sms;
mod smtp;
mod tickets;
mod town;
mod unsubscribing;
mod workers;
