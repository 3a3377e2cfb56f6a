//! The error with which the bank answers a call that it refuses.

pub struct Refusal {
    /// ePoint's error code.
    pub code: &'static str,
    /// An explanation for developers.
    pub message: &'static str,
}

pub fn refusal(code: &'static str, message: &'static str) -> Refusal {
    Refusal { code, message }
}

/// Returns a random id for a response. ePoint includes such an id in every response.
pub fn trace_id() -> String {
    format!("{:016x}", rand::random::<u64>())
}
