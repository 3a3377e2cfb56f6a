//! Tests through gRPC, with fakes of everything that the service calls.
#![cfg(test)]

mod audit_log;
mod deliveries;
mod fake_browser;
mod fake_services;
mod fake_sms_provider;
mod fake_smtp_server;
mod fanouts;
mod kinds;
mod letter_floods;
mod mail;
mod notifications;
mod orders;
mod permissions;
mod preferences;
mod previews;
mod pushes;
mod quiet_hours;
mod secrets;
mod sms;
mod test_delivery_service;
mod test_events;
mod test_service;
mod test_shop;
mod test_tickets;
mod tickets;
mod unsubscribe;
mod updates;
mod workers;
