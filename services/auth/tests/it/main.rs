//! The service through its gRPC door, on a real PostgreSQL.

mod addresses;
mod attacks;
mod codes;
mod contacts;
mod devices;
mod door;
mod emails;
mod families;
mod house;
mod influencers;
mod keys;
mod leaving;
mod letters;
mod owner;
mod passwords;
mod places;
mod post;
mod profile;
mod program;
mod referrals;
mod refresh;
mod register;
mod reminders;
mod sign_in;
mod sign_up;
mod throttle;
