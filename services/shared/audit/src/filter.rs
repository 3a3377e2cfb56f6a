//! Parses the filters of a search.

use chrono::{DateTime, Utc};
use kit::{
    Result,
    input::{self, Checks},
};
use prost_types::Timestamp;
use proto::audit::{AuditPosition, SearchAuditRequest};

const LIMIT: std::ops::RangeInclusive<i64> = 1..=200;
/// In characters. The table has the same limits.
const NAME: std::ops::RangeInclusive<usize> = 1..=60;
const SUBJECT: std::ops::RangeInclusive<usize> = 1..=400;
/// PostgreSQL has fewer years than `DateTime`.
const YEARS: std::ops::RangeInclusive<i32> = 1..=9_999;

#[derive(Debug, Clone, Default)]
pub struct Filter {
    pub account: Option<i64>,
    pub action: Option<String>,
    pub subject_kind: Option<String>,
    pub subject: Option<String>,
    pub since: Option<DateTime<Utc>>,
    pub until: Option<DateTime<Utc>>,
    /// Time and id of the last entry of the page before.
    pub older_than: Option<(DateTime<Utc>, i64)>,
    pub limit: i64,
}

impl Filter {
    pub fn parse(request: &SearchAuditRequest) -> Result<Self> {
        let mut checks = Checks::default();
        let account = checks.take("accountId", optional(request.account_id, positive)).flatten();
        let action = checks.take("action", optional(request.action.as_deref(), name)).flatten();
        let subject_kind = checks.take("subjectKind", optional(request.subject_kind.as_deref(), name)).flatten();
        let subject = optional(request.subject.as_deref(), |raw| input::single_line(raw, SUBJECT));
        let subject = checks.take("subject", subject).flatten();
        let since = checks.take("since", optional(request.since, time)).flatten();
        let until = checks.take("until", optional(request.until, time)).flatten();
        let older_than = checks.take("before", optional(request.before.as_ref(), position)).flatten();
        if !LIMIT.contains(&request.limit) {
            checks.fail("limit", "out_of_range");
        }
        checks.finish()?;
        Ok(Self { account, action, subject_kind, subject, since, until, older_than, limit: request.limit })
    }
}

fn optional<T, U>(raw: Option<T>, parse: impl FnOnce(T) -> Result<U, &'static str>) -> Result<Option<U>, &'static str> {
    raw.map(parse).transpose()
}

fn positive(raw: i64) -> Result<i64, &'static str> {
    if raw > 0 { Ok(raw) } else { Err("out_of_range") }
}

fn name(raw: &str) -> Result<String, &'static str> {
    let text = input::single_line(raw, NAME)?;
    let is_name = text.bytes().all(|byte| byte.is_ascii_lowercase() || byte == b'_');
    if is_name { Ok(text) } else { Err("invalid_characters") }
}

fn position(raw: &AuditPosition) -> Result<(DateTime<Utc>, i64), &'static str> {
    // The id 0 is before every entry of that time.
    let id = if raw.id >= 0 { raw.id } else { return Err("out_of_range") };
    Ok((time(raw.at.ok_or("required")?)?, id))
}

fn time(raw: Timestamp) -> Result<DateTime<Utc>, &'static str> {
    let nanos = u32::try_from(raw.nanos).map_err(|_| "out_of_range")?;
    let time = DateTime::from_timestamp(raw.seconds, nanos).ok_or("out_of_range")?;
    if YEARS.contains(&chrono::Datelike::year(&time)) { Ok(time) } else { Err("out_of_range") }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn broken(request: &SearchAuditRequest) -> String {
        Filter::parse(request).map(drop).unwrap_err().to_string()
    }

    #[test]
    fn filters_outside_their_range_are_refused() {
        let valid = SearchAuditRequest { limit: 200, ..SearchAuditRequest::default() };
        assert_eq!(Filter::parse(&valid).unwrap().limit, 200);
        for limit in [0, -1, 201] {
            assert_eq!(broken(&SearchAuditRequest { limit, ..valid.clone() }), "limit: out_of_range", "{limit}");
        }
        let year_10000 = Timestamp { seconds: 253_402_300_800, nanos: 0 };
        let request = SearchAuditRequest {
            account_id: Some(0),
            action: Some("Refund'".to_owned()),
            subject_kind: Some(String::new()),
            subject: Some("a\nb".to_owned()),
            since: Some(Timestamp { seconds: 0, nanos: -1 }),
            until: Some(year_10000),
            before: Some(AuditPosition { at: None, id: 1 }),
            limit: 1,
        };
        assert_eq!(
            broken(&request),
            "accountId: out_of_range, action: invalid_characters, subjectKind: required, subject: invalid_characters, \
             since: out_of_range, until: out_of_range, before: required"
        );
    }
}
