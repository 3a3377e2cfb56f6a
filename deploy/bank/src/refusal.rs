/// Why a call is refused.
pub struct Refusal {
    pub code: &'static str,
    pub message: &'static str,
}

pub fn refusal(code: &'static str, message: &'static str) -> Refusal {
    Refusal { code, message }
}

pub fn trace() -> String {
    format!("{:016x}", rand::random::<u64>())
}
