//! Tests redirects of moved pages.

use sqlx::PgPool;

use crate::test_seo::{Caller, TestSeo, error};

const OPERATOR: Caller = Caller::Operator;

#[sqlx::test(migrator = "seo::MIGRATOR")]
async fn redirects_return_their_status_and_target(pool: PgPool) {
    let seo = TestSeo::start(pool).await;
    seo.save_redirect(OPERATOR, "/k%C3%B6hn%C9%99/", "/yeni-mehsullar", 301).await.unwrap();
    seo.save_redirect(OPERATOR, "/bayram", "/endirimler", 302).await.unwrap();
    seo.save_redirect(OPERATOR, "/lotereya", "", 410).await.unwrap();
    assert_eq!(seo.redirect("/köhnə").await, "301 /yeni-mehsullar");
    assert_eq!(seo.redirect("/bayram").await, "302 /endirimler");
    assert_eq!(seo.redirect("/lotereya").await, "410");
    for path in ["/", "/nothing", "", "nonsense\0", "//evil.example"] {
        assert_eq!(seo.redirect(path).await, "0", "{path}");
    }
    seo.remove_redirect(OPERATOR, "/bayram").await.unwrap();
    assert_eq!(seo.redirect("/bayram").await, "0");
    assert_eq!(error(seo.remove_redirect(OPERATOR, "/bayram").await), "redirect_not_found");
}

#[sqlx::test(migrator = "seo::MIGRATOR")]
async fn chains_are_resolved_when_they_are_saved(pool: PgPool) {
    let seo = TestSeo::start(pool).await;
    assert_eq!(seo.save_redirect(OPERATOR, "/b", "/c", 301).await.unwrap(), "/b → 301 /c");
    assert_eq!(seo.save_redirect(OPERATOR, "/a", "/b", 301).await.unwrap(), "/a → 301 /c");
    seo.save_redirect(OPERATOR, "/c", "/d", 302).await.unwrap();
    assert_eq!([seo.redirect("/a").await, seo.redirect("/b").await], ["302 /d", "302 /d"]);
    seo.save_redirect(OPERATOR, "/d", "", 410).await.unwrap();
    assert_eq!([seo.redirect("/a").await, seo.redirect("/c").await], ["410", "410"]);
}

#[sqlx::test(migrator = "seo::MIGRATOR")]
async fn loops_and_invalid_redirects_are_rejected(pool: PgPool) {
    let seo = TestSeo::start(pool).await;
    seo.save_redirect(OPERATOR, "/a", "/b", 301).await.unwrap();
    for (from, to, status, expected) in [
        ("/b", "/a", 301, "to: redirect_loop"),
        ("/x", "/x", 301, "to: redirect_loop"),
        ("/x", "https://evil.example/", 301, "to: not_a_path"),
        ("/x", "/ru/gul", 301, "to: language_in_path"),
        ("/x?y=1", "/gul", 301, "from: not_a_path"),
        ("/x", "", 302, "to: required"),
        ("/x", "/gul", 410, "to: must_be_empty"),
        ("/x", "/gul", 307, "status: unknown_value"),
    ] {
        let message = error(seo.save_redirect(OPERATOR, from, to, status).await);
        assert_eq!(message, format!("validation_failed {expected}"));
    }
    // 7 is the operator's account.
    assert_eq!(seo.audit().await, ["7 redirect_saved /a"]);
}

#[sqlx::test(migrator = "seo::MIGRATOR")]
async fn concurrent_saves_cannot_create_a_loop(pool: PgPool) {
    let seo = TestSeo::start(pool).await;
    for round in 0..8 {
        let (a, b) = (format!("/a{round}"), format!("/b{round}"));
        let (first, second) =
            tokio::join!(seo.save_redirect(OPERATOR, &a, &b, 301), seo.save_redirect(OPERATOR, &b, &a, 301));
        assert_ne!(first.is_ok(), second.is_ok(), "{first:?}, {second:?}");
    }
}

#[sqlx::test(migrator = "seo::MIGRATOR")]
async fn redirects_are_found_by_a_part_of_path_or_target(pool: PgPool) {
    let seo = TestSeo::start(pool).await;
    seo.save_redirect(OPERATOR, "/gul-dukani", "/kateqoriya/guller", 301).await.unwrap();
    seo.save_redirect(OPERATOR, "/kohne_100%25", "/magazalar", 301).await.unwrap();
    let search = async |part: &str| {
        let page = seo.redirects(OPERATOR, Some(part)).await.unwrap();
        (page.redirects.into_iter().map(|redirect| redirect.from).collect::<Vec<_>>(), page.meta.unwrap().total)
    };
    assert_eq!(search("guller").await, (vec!["/gul-dukani".to_owned()], 1));
    assert_eq!(search("_100%").await, (vec!["/kohne_100%".to_owned()], 1), "wildcards of SQL are literal");
    assert_eq!(search("").await.1, 3, "with the redirect of a new installation");
}
