//! Rows of CSV (RFC 4180), safe to open in a spreadsheet.

use chrono::{DateTime, SecondsFormat};
use proto::audit::AuditEntry;

/// The byte order mark tells spreadsheets that the file is UTF-8.
pub const BYTE_ORDER_MARK: &str = "\u{feff}";
/// The columns of the audit log, named as in the API.
const COLUMNS: [&str; 12] = [
    "at",
    "service",
    "id",
    "accountId",
    "action",
    "subjectKind",
    "subject",
    "before",
    "after",
    "address",
    "browser",
    "system",
];

pub fn header() -> String {
    format!("{BYTE_ORDER_MARK}{}\r\n", COLUMNS.join(","))
}

pub fn row(entry: &AuditEntry) -> String {
    let at = entry.at.and_then(|at| DateTime::from_timestamp(at.seconds, u32::try_from(at.nanos).ok()?));
    let at = at.map(|at| at.to_rfc3339_opts(SecondsFormat::AutoSi, true)).unwrap_or_default();
    let cells: [&str; COLUMNS.len()] = [
        &at,
        &entry.service,
        &entry.id.to_string(),
        &entry.account_id.to_string(),
        &entry.action,
        &entry.subject_kind,
        &entry.subject,
        entry.before.as_deref().unwrap_or_default(),
        entry.after.as_deref().unwrap_or_default(),
        &entry.address,
        &entry.browser,
        &entry.system,
    ];
    format!("{}\r\n", cells.map(cell).join(","))
}

/// Quotes a cell if needed. An apostrophe keeps spreadsheets from taking the text for a formula.
pub fn cell(text: &str) -> String {
    let is_formula = text.starts_with(['=', '+', '-', '@', '\t', '\r']);
    let text = if is_formula { format!("'{text}") } else { text.to_owned() };
    if text.contains([',', '"', '\r', '\n']) { format!("\"{}\"", text.replace('"', "\"\"")) } else { text }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn cells_are_quoted_and_never_formulas() {
        for (text, expected) in [
            ("", ""),
            ("SQ-7K4M-29", "SQ-7K4M-29"),
            ("a,b", "\"a,b\""),
            (r#"{"fee": 5}"#, r#""{""fee"": 5}""#),
            ("a\r\nb", "\"a\r\nb\""),
            ("=HYPERLINK(\"x\")", "\"'=HYPERLINK(\"\"x\"\")\""),
            ("+994", "'+994"),
            ("-1", "'-1"),
            ("@SUM(A1)", "'@SUM(A1)"),
            ("\t=1", "'\t=1"),
        ] {
            assert_eq!(cell(text), expected, "{text}");
        }
    }

    #[test]
    fn a_row_has_the_columns_of_the_header() {
        let entry = AuditEntry { id: 7, account_id: 3, action: "refund_approved".into(), ..AuditEntry::default() };
        assert_eq!(row(&entry), ",,7,3,refund_approved,,,,,,,\r\n");
        assert!(header().starts_with("\u{feff}at,service,id,accountId,"), "{}", header());
        assert!(header().ends_with("\r\n"), "{}", header());
        assert_eq!(header().matches(',').count(), row(&entry).matches(',').count());
    }
}
