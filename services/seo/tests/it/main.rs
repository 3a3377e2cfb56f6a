//! The SEO service through its gRPC door, on a real PostgreSQL.

mod demo;
mod pages;
mod service;
mod tags;
