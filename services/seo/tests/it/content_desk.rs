//! Tests how staff publish content pages.

use futures::future::join_all;
use proto::seo::{
    ContentDeskPagesRequest, ContentVersionsRequest, Office, OfficeRequest, PreviewContentRequest,
    PublishContentRequest, SiteSettings,
};
use sqlx::PgPool;
use tonic::Code;

use crate::test_content::{OPERATOR, TestContent, field_errors};

/// A heading begins a section, without which a text cannot be published.
const TEXT: &str = "## Yeni {#new}\n\nSalam.";

fn versions(page_number: i64, per_page: i64) -> ContentVersionsRequest {
    ContentVersionsRequest { page: "bonuses".to_owned(), language: "az".to_owned(), page_number, per_page }
}

/// The numbers on a page of the list, and the total.
async fn version_numbers(content: &TestContent, page_number: i64, per_page: i64) -> (Vec<i64>, i64) {
    let page = content
        .content_desk_client()
        .versions(content.as_operator(versions(page_number, per_page)))
        .await
        .expect("the list of versions")
        .into_inner();
    (page.versions.iter().map(|version| version.version).collect(), page.meta.expect("the response has a total").total)
}

#[sqlx::test(migrator = "seo::MIGRATOR")]
async fn published_text_replaces_one_page_in_one_language(pool: PgPool) {
    let content = TestContent::start(pool).await;
    let published = content.publish(0, TEXT).await.unwrap();
    assert_eq!((published.version, published.markdown.as_str()), (1, TEXT));
    let page = content.page("bonuses", "az").await.unwrap();
    assert_eq!((page.version, page.html.as_str()), (1, "<h2 id=\"s-new\">Yeni</h2>\n<p>Salam.</p>\n"));
    assert_eq!(page.updated_at, published.published_at);
    assert_eq!(content.page("bonuses", "ru").await.unwrap().version, 0);
    assert_eq!(content.page("terms", "az").await.unwrap().version, 0);
    assert_eq!(content.audit().await, [(OPERATOR, "content_published".to_owned(), "bonuses/az/1".to_owned())]);
}

#[sqlx::test(migrator = "seo::MIGRATOR")]
async fn publishing_from_an_old_version_is_rejected(pool: PgPool) {
    let content = TestContent::start(pool).await;
    content.publish(0, TEXT).await.unwrap();
    for from_version in [0, 2, 7, i64::MAX - 1] {
        let status = content.publish(from_version, TEXT).await.unwrap_err();
        assert_eq!((status.code(), status.message()), (Code::FailedPrecondition, "content_changed"), "{from_version}");
    }
    assert_eq!(content.publish(1, TEXT).await.unwrap().version, 2);
    assert_eq!(content.audit().await.len(), 2, "rejected publications are not audited");
}

#[sqlx::test(migrator = "seo::MIGRATOR")]
async fn one_of_concurrent_publications_wins(pool: PgPool) {
    let content = TestContent::start(pool).await;
    let texts: Vec<String> = (0..12).map(|n| format!("{TEXT} {n}")).collect();
    let outcomes = join_all(texts.iter().map(|text| content.publish(0, text))).await;
    let (accepted, rejected): (Vec<_>, Vec<_>) = outcomes.into_iter().partition(Result::is_ok);
    assert_eq!((accepted.len(), rejected.len()), (1, 11));
    assert!(rejected.into_iter().all(|result| result.unwrap_err().message() == "content_changed"));
    assert_eq!(version_numbers(&content, 0, 0).await, (vec![1, 0], 2));
}

#[sqlx::test(migrator = "seo::MIGRATOR")]
async fn every_version_is_listed_and_version_0_is_the_bundled_text(pool: PgPool) {
    let content = TestContent::start(pool).await;
    assert_eq!(version_numbers(&content, 0, 0).await, (vec![0], 1));
    for from_version in 0..3 {
        content.publish(from_version, TEXT).await.unwrap();
    }
    assert_eq!(version_numbers(&content, 1, 2).await, (vec![3, 2], 4));
    assert_eq!(version_numbers(&content, 2, 2).await, (vec![1, 0], 4));
    assert_eq!(version_numbers(&content, 1, 3).await, (vec![3, 2, 1], 4));
    assert_eq!(version_numbers(&content, 2, 3).await, (vec![0], 4));
    assert_eq!(version_numbers(&content, 3, 3).await, (vec![], 4));
}

#[sqlx::test(migrator = "seo::MIGRATOR")]
async fn content_desk_lists_every_page_in_every_language(pool: PgPool) {
    let content = TestContent::start(pool).await;
    content.publish(0, TEXT).await.unwrap();
    let pages = content
        .content_desk_client()
        .pages(content.as_operator(ContentDeskPagesRequest {}))
        .await
        .unwrap()
        .into_inner()
        .pages;
    // Seven pages in three languages.
    assert_eq!(pages.len(), 21);
    let edited: Vec<_> = pages.iter().filter(|head| head.version > 0).collect();
    assert_eq!(
        edited.iter().map(|head| (head.page.as_str(), head.language.as_str())).collect::<Vec<_>>(),
        [("bonuses", "az")]
    );
}

#[sqlx::test(migrator = "seo::MIGRATOR")]
async fn preview_publishes_nothing(pool: PgPool) {
    let content = TestContent::start(pool).await;
    let shown = content.preview("terms", "## A\n\n{{company}}, VÖEN {{taxNumber}}").await.unwrap();
    assert_eq!(shown.sections[0].html, "<p>Sovqat, VÖEN 0000000000</p>\n");
    assert_eq!(content.page("terms", "az").await.unwrap().version, 0);
    assert!(content.audit().await.is_empty());
}

#[sqlx::test(migrator = "seo::MIGRATOR")]
async fn invalid_text_is_not_published(pool: PgPool) {
    let content = TestContent::start(pool).await;
    // One character more than the limit.
    let too_long = "x".repeat(100_001);
    for (markdown, code) in [
        ("", "required"),
        (" \n ", "required"),
        (too_long.as_str(), "too_long"),
        ("a\0b", "invalid_characters"),
        ("Başlıqsız", "heading_required"),
        ("## A\n\n{{budget}}", "unknown_place"),
        ("## A\n\n{{company", "unknown_place"),
    ] {
        let status = content.publish(0, markdown).await.unwrap_err();
        assert_eq!(field_errors(&status), [("markdown".to_owned(), code.to_owned())]);
    }
    assert_eq!(version_numbers(&content, 0, 0).await, (vec![0], 1));
}

#[sqlx::test(migrator = "seo::MIGRATOR")]
async fn content_desk_requires_the_operator_role(pool: PgPool) {
    let content = TestContent::start(pool).await;
    let publish = || PublishContentRequest {
        page: "bonuses".to_owned(),
        language: "az".to_owned(),
        from_version: 0,
        title: "Bonuslar".to_owned(),
        markdown: TEXT.to_owned(),
    };
    let preview =
        || PreviewContentRequest { page: "bonuses".to_owned(), title: "B".to_owned(), markdown: TEXT.to_owned() };
    // Calls each method as a customer and as a guest.
    macro_rules! assert_refused {
        ($($method:ident($message:expr)),* $(,)?) => {$(
            let customer = content.content_desk_client().$method(content.with_roles(&["customer"], $message)).await.unwrap_err();
            assert_eq!(customer.code(), Code::PermissionDenied, stringify!($method));
            let guest = content.content_desk_client().$method($message).await.unwrap_err();
            assert_eq!(guest.code(), Code::Unauthenticated, stringify!($method));
        )*};
    }
    assert_refused! {
        pages(ContentDeskPagesRequest {}),
        versions(versions(0, 0)),
        publish(publish()),
        preview(preview()),
        save_settings(SiteSettings::default()),
        get_office(OfficeRequest {}),
        save_office(Office::default()),
    }
    assert!(content.audit().await.is_empty());
}
