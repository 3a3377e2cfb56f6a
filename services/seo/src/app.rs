//! The use cases of the SEO service, called by the gRPC handlers in `grpc` and by workers. Each change by staff is
//! recorded in the audit log in the same transaction.

pub mod content;
pub mod redirect;
pub mod settings;
pub mod submit;
pub mod texts;
