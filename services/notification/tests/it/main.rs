//! The service through its gRPC door, on a real PostgreSQL: hearing a feed as the auth service would serve it, and sending
//! through a mail server and SMS providers of the test's own.
#![cfg(test)]

mod browser;
mod content;
mod content_desk;
mod deliveries;
mod desk;
mod fanouts;
mod house;
mod kinds;
mod live;
mod mail;
mod malice;
mod news;
mod notifications;
mod office;
mod orders;
mod preferences;
mod previews;
mod provider;
mod pushes;
mod quiet;
mod rules;
mod secrets;
mod settings;
mod sms;
mod smtp;
mod tickets;
mod town;
mod unsubscribing;
