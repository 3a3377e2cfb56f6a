//! The error response to a call.

pub struct Refusal {
    /// The bank's error code.
    pub code: &'static str,
    pub message: &'static str,
}

pub fn refusal(code: &'static str, message: &'static str) -> Refusal {
    Refusal { code, message }
}

/// Returns a random id, which ePoint includes in every response.
pub fn trace_id() -> String {
    format!("{:016x}", rand::random::<u64>())
}
