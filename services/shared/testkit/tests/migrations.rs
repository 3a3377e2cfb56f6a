//! A migration can run while the previous release serves, and that release can come back. After the baseline,
//! migrations only add; a later contract step removes what nothing uses any more (`-- Contract step of 0004: why`).
//! Many rows are changed by a worker, few by a migration (`-- Changes at most 50 rows: why`).

use std::{fs, path::Path};

use squawk_linter::{Linter, Rule};
use squawk_syntax::{SourceFile, ast};

/// The version of each service's baseline: migrations up to it create the first schema.
const BASELINES: [(&str, i64); 6] =
    [("auth", 3), ("catalog", 3), ("notification", 3), ("order", 17), ("seo", 3), ("store", 3)];

/// Statements that hold a lock for long, or fail on existing rows.
const BLOCKING: [Rule; 12] = [
    Rule::RequireConcurrentIndexCreation,
    Rule::RequireConcurrentIndexDeletion,
    Rule::BanConcurrentIndexCreationInTransaction,
    Rule::ConstraintMissingNotValid,
    Rule::AddingForeignKeyConstraint,
    Rule::AddingNotNullableField,
    Rule::AddingRequiredField,
    Rule::AddingSerialPrimaryKeyField,
    Rule::ChangingColumnType,
    Rule::DisallowedUniqueConstraint,
    Rule::BanTruncateCascade,
    Rule::TransactionNesting,
];
/// A contract step may contain these.
const REMOVING: [Rule; 11] = [
    Rule::BanDropColumn,
    Rule::BanDropTable,
    Rule::BanDropView,
    Rule::BanDropFunction,
    Rule::BanDropType,
    Rule::BanDropDefault,
    Rule::BanDropTrigger,
    Rule::BanDropNotNull,
    Rule::RenamingColumn,
    Rule::RenamingTable,
    Rule::RenamingObject,
];

/// Lines such as `2: ban-drop-column: …`.
fn violations(version: i64, sql: &str) -> Vec<String> {
    let parsed = SourceFile::parse(sql);
    let line_of = |offset: usize| sql[..offset].lines().count().max(1);
    let mut found: Vec<String> =
        parsed.errors().iter().map(|error| format!("{}: {error}", line_of(error.range().start().into()))).collect();
    if sql.contains("squawk-ignore") {
        found.push("1: the linter must not be switched off; see the top of this test".to_owned());
    }
    let head = sql.lines().next().unwrap_or_default();
    let rules = if is_contract_step(head, version) { &[][..] } else { &REMOVING[..] };
    let mut linter = Linter::from(BLOCKING.iter().chain(rules).copied());
    // sqlx runs a migration in a transaction unless its first line is this comment.
    linter.settings.assume_in_transaction = head != "-- no-transaction";
    found.extend(linter.lint(&parsed, sql).into_iter().map(|violation| {
        format!("{}: {}: {}", line_of(violation.text_range.start().into()), violation.code, violation.message)
    }));
    let changes_rows =
        |statement: &ast::Stmt| matches!(statement, ast::Stmt::Update(_) | ast::Stmt::Delete(_) | ast::Stmt::Insert(_));
    if parsed.tree().stmts().any(|statement| changes_rows(&statement)) && !is_bounded(head) {
        found.push("1: rows are changed at once; do it in batches in a worker, or say how few there are".to_owned());
    }
    found
}

/// The line names an earlier migration and a reason.
fn is_contract_step(line: &str, version: i64) -> bool {
    line.strip_prefix("-- Contract step of ")
        .and_then(|declaration| declaration.split_once(": "))
        .is_some_and(|(step, reason)| step.parse::<i64>().is_ok_and(|step| step < version) && !reason.is_empty())
}

/// The line names at most 1,000 rows and a reason.
fn is_bounded(line: &str) -> bool {
    line.strip_prefix("-- Changes at most ")
        .and_then(|declaration| declaration.split_once(" rows: "))
        .is_some_and(|(rows, reason)| rows.parse::<u32>().is_ok_and(|rows| rows <= 1_000) && !reason.is_empty())
}

#[test]
fn migrations_after_the_baseline_only_add() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../../migrations");
    let mut checked = 0;
    for (service, baseline) in BASELINES {
        for entry in fs::read_dir(root.join(service)).unwrap() {
            let path = entry.unwrap().path();
            let name = path.file_name().unwrap().to_str().unwrap();
            let version: i64 = name.split('_').next().unwrap().parse().unwrap();
            checked += 1;
            if version <= baseline {
                continue;
            }
            let found = violations(version, &fs::read_to_string(&path).unwrap());
            assert!(found.is_empty(), "migrations/{service}/{name}:\n{}", found.join("\n"));
        }
    }
    assert!(checked >= 3 * BASELINES.len());
}

fn broken_rules(sql: &str) -> Vec<String> {
    violations(5, sql).iter().filter_map(|line| Some(line.split(": ").nth(1)?.to_owned())).collect()
}

#[test]
fn dangerous_statements_are_refused() {
    for (sql, rule) in [
        ("alter table product drop column name;", "ban-drop-column"),
        ("drop table product;", "ban-drop-table"),
        ("alter table product rename column name to title;", "renaming-column"),
        ("alter table product rename to goods;", "renaming-table"),
        ("alter table product add column size bigint not null;", "adding-required-field"),
        ("alter table product alter column size set not null;", "adding-not-nullable-field"),
        ("alter table product alter column size type text;", "changing-column-type"),
        ("create index product_by_size on product (size);", "require-concurrent-index-creation"),
        ("alter table product add constraint size_check check (size > 0);", "constraint-missing-not-valid"),
        (
            "update product set size = 0;",
            "rows are changed at once; do it in batches in a worker, or say how few there are",
        ),
        ("alter tabel product;", "expected"),
    ] {
        let broken = broken_rules(sql);
        assert!(broken.iter().any(|found| found.contains(rule)), "{sql}: {broken:?}");
    }
    let switched_off = "-- squawk-ignore ban-drop-column\nalter table product drop column name;";
    assert!(!violations(5, switched_off).is_empty());
}

#[test]
fn additions_are_accepted() {
    for sql in [
        "alter table product add column size bigint;",
        "alter table product add column size bigint not null default 0;",
        "create table parcel (parcel_id bigint primary key); create index parcel_by_id on parcel (parcel_id);",
        "-- no-transaction\ncreate index concurrently product_by_size on product (size);",
        "alter table product add constraint size_check check (size > 0) not valid;",
        "-- Changes at most 6 rows: one for each kind of delivery.\nupdate delivery_kind set position = 1;",
    ] {
        assert_eq!(violations(5, sql), Vec::<String>::new(), "{sql}");
    }
}

#[test]
fn only_a_contract_step_of_an_earlier_migration_removes_things() {
    let drop = |head: &str| violations(5, &format!("{head}\nalter table product drop column name;"));
    assert!(drop("-- Contract step of 0004: `title` replaced it in release 0.4").is_empty());
    for head in [
        "-- Contract step of 0005: itself",
        "-- Contract step of 0004:",
        "-- Contract step: no number",
        "-- Any other line",
    ] {
        assert!(!drop(head).is_empty(), "{head}");
    }
}
