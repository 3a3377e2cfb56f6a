//! Publishing the home page.

use futures::future::join_all;
use kit::Language;
use proto::seo::{HomeSectionDraft, HomeSectionKind as Kind, HomeShelfSource as Source};
use serde_json::json;
use sqlx::PgPool;
use testkit::audit::entries;
use tonic::Code;

use crate::{
    test_content::{OPERATOR, TestContent},
    test_home::{every_kind, hero, plain, shelf, text},
};

/// The numbers on a page of the list, and the total.
async fn version_numbers(content: &TestContent, page: i64, per_page: i64) -> (Vec<i64>, i64) {
    let list = content.home_versions(page, per_page).await.expect("the list of versions");
    let total = list.meta.expect("the response has a total").total;
    (list.versions.iter().map(|version| version.version).collect(), total)
}

#[sqlx::test(migrator = "seo::MIGRATOR")]
async fn a_published_version_has_the_sections_as_they_were_sent(pool: PgPool) {
    let content = TestContent::start(pool.clone()).await;
    let published = content.publish_home(0, every_kind()).await.unwrap();
    assert_eq!((published.version, published.published_by), (1, Some(OPERATOR)));
    assert_eq!(published.sections, every_kind());
    let listed = content.home_versions(0, 0).await.unwrap().versions;
    assert_eq!(listed[0], published);
    assert_eq!((listed[1].version, listed[1].published_by), (0, None));
    // A page can be published again without changes.
    let again = content.publish_home(1, listed[1].sections.clone()).await.unwrap();
    assert_eq!(again.sections, listed[1].sections);

    let entries = entries(&pool).await;
    let entry = &entries[0];
    assert_eq!((&*entry.action, &*entry.subject_kind, &*entry.subject), ("home_published", "home", "1"));
    assert_eq!(
        (&entry.before, &entry.after),
        (&Some(json!({"version": 0})), &Some(json!({"version": 1}))),
        "{entries:?}"
    );
}

#[sqlx::test(migrator = "seo::MIGRATOR")]
async fn publishing_from_an_old_version_is_rejected(pool: PgPool) {
    let content = TestContent::start(pool).await;
    content.publish_home(0, vec![hero()]).await.unwrap();
    for from_version in [0, 2, 7, i64::MAX] {
        let status = content.publish_home(from_version, vec![plain(Kind::Stores)]).await.unwrap_err();
        assert_eq!((status.code(), status.message()), (Code::FailedPrecondition, "content_changed"), "{from_version}");
    }
    assert_eq!(content.publish_home(1, vec![hero()]).await.unwrap().version, 2);
    assert_eq!(content.audit().await.len(), 2, "rejected publications are not audited");
}

#[sqlx::test(migrator = "seo::MIGRATOR")]
async fn one_of_concurrent_publications_wins(pool: PgPool) {
    let content = TestContent::start(pool).await;
    let pages = (0..12).map(|number| vec![HomeSectionDraft { title: text(&number.to_string()), ..hero() }]);
    let outcomes = join_all(pages.map(|sections| content.publish_home(0, sections))).await;
    let (accepted, rejected): (Vec<_>, Vec<_>) = outcomes.into_iter().partition(Result::is_ok);
    assert_eq!((accepted.len(), rejected.len()), (1, 11));
    assert!(rejected.into_iter().all(|result| result.unwrap_err().message() == "content_changed"));
    assert_eq!(version_numbers(&content, 0, 0).await, (vec![1, 0], 2));
    assert_eq!(content.audit().await.len(), 1);
    let shown = content.home(Language::Az, None).await.unwrap();
    let winner = accepted.into_iter().next().unwrap().unwrap();
    assert_eq!(shown.sections[0].title, winner.sections[0].title.as_ref().unwrap().az);
}

#[sqlx::test(migrator = "seo::MIGRATOR")]
async fn every_version_is_listed_with_version_0_at_the_end(pool: PgPool) {
    let content = TestContent::start(pool).await;
    assert_eq!(version_numbers(&content, 0, 0).await, (vec![0], 1));
    for from_version in 0..3 {
        content.publish_home(from_version, vec![shelf(Source::Newest)]).await.unwrap();
    }
    assert_eq!(version_numbers(&content, 1, 2).await, (vec![3, 2], 4));
    assert_eq!(version_numbers(&content, 2, 2).await, (vec![1, 0], 4));
    assert_eq!(version_numbers(&content, 1, 3).await, (vec![3, 2, 1], 4));
    assert_eq!(version_numbers(&content, 2, 3).await, (vec![0], 4));
    assert_eq!(version_numbers(&content, 3, 3).await, (vec![], 4));
    let page = content.home_versions(1, 100).await.unwrap();
    assert_eq!(page.meta.unwrap().per_page, 20, "longer pages would not fit into a message");
    for (page, per_page, field) in [(-1, 0, "page"), (0, -1, "perPage")] {
        let status = content.home_versions(page, per_page).await.unwrap_err();
        assert_eq!(crate::test_content::field_errors(&status), [(field.to_owned(), "out_of_range".to_owned())]);
    }
}

#[sqlx::test(migrator = "seo::MIGRATOR")]
async fn versions_are_never_changed_and_have_no_gap(pool: PgPool) {
    let content = TestContent::start(pool.clone()).await;
    content.publish_home(0, vec![hero()]).await.unwrap();
    for (statement, refusal) in [
        ("update home_version set published_at = now()", "only ever added"),
        ("delete from home_version", "only ever added"),
        ("truncate home_version", "only ever added"),
        ("insert into home_version values (3, '[{}]', 1, now())", "home_version_has_no_gap"),
        ("insert into home_version values (0, '[{}]', 1, now())", "home_version_is_counted"),
        ("insert into home_version values (2, '[]', 1, now())", "home_version_sections_check"),
        ("insert into home_version values (2, '{}', 1, now())", "home_version_sections_check"),
    ] {
        let error = sqlx::raw_sql(statement).execute(&pool).await.unwrap_err().to_string();
        assert!(error.contains(refusal), "{statement}: {error}");
    }
}

#[sqlx::test(migrator = "seo::MIGRATOR")]
async fn only_staff_publish_and_preview(pool: PgPool) {
    let content = TestContent::start(pool).await;
    let codes = content.home_refusals().await;
    assert_eq!(codes, [Code::PermissionDenied, Code::Unauthenticated].repeat(3));
    assert!(content.audit().await.is_empty());
    assert_eq!(version_numbers(&content, 0, 0).await, (vec![0], 1));
}
