//! The error with which the bank refuses a call.

pub struct Refusal {
    /// ePoint's error code.
    pub code: &'static str,
    pub message: &'static str,
}

pub fn refusal(code: &'static str, message: &'static str) -> Refusal {
    Refusal { code, message }
}

/// Returns a random id, such as ePoint sends with every response.
pub fn trace_id() -> String {
    format!("{:016x}", rand::random::<u64>())
}
