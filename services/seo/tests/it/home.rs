//! The home page as shoppers see it.

use chrono::{DateTime, TimeDelta, Utc};
use insta::assert_json_snapshot;
use kit::Language;
use proto::{
    json::to_timestamp,
    seo::{HomeSchedule, HomeSection, HomeSectionDraft, HomeSectionKind as Kind, HomeShelfSource as Source},
};
use sqlx::PgPool;
use tonic::Code;

use crate::{
    test_content::TestContent,
    test_home::{banner, hero, link, links, plain, shelf, text, tile, tiles},
};

fn titled(title: &str) -> HomeSectionDraft {
    HomeSectionDraft { title: text(title), ..shelf(Source::Popular) }
}

fn scheduled(title: &str, from: Option<DateTime<Utc>>, until: Option<DateTime<Utc>>) -> HomeSectionDraft {
    let schedule =
        HomeSchedule { shows_from: from.map(to_timestamp), shows_until: until.map(to_timestamp), every_year: false };
    HomeSectionDraft { schedule: Some(schedule), ..titled(title) }
}

#[sqlx::test(migrator = "seo::MIGRATOR")]
async fn a_new_shop_shows_version_0_in_every_language(pool: PgPool) {
    let content = TestContent::start(pool).await;
    let mut heroes = Vec::new();
    for language in Language::ALL {
        let page = content.home(language, None).await.unwrap();
        assert_eq!(page.shown_at, None);
        let kinds: Vec<Kind> = page.sections.iter().map(HomeSection::kind).collect();
        assert_eq!(
            kinds,
            [
                Kind::Hero,
                Kind::Categories,
                Kind::Shelf,
                Kind::Shelf,
                Kind::Promises,
                Kind::Campaigns,
                Kind::Shelf,
                Kind::Stores,
                Kind::Recent,
            ]
        );
        let banner = page.sections[0].hero.as_ref().unwrap();
        assert_eq!((banner.link.as_str(), banner.picture.as_str(), banner.tone), ("/cox-satilanlar", "", None));
        heroes.push((page.sections[0].title.clone(), banner.text.clone(), banner.action.clone()));
    }
    heroes.dedup();
    assert_eq!(heroes.len(), 3, "{heroes:?}");
}

#[sqlx::test(migrator = "seo::MIGRATOR")]
async fn published_sections_are_shown_in_their_order_and_in_the_language(pool: PgPool) {
    let content = TestContent::start(pool).await;
    let sections = vec![plain(Kind::Stores), tiles(vec![tile()]), links(vec![link()]), banner()];
    content.publish_home(0, sections).await.unwrap();
    let russian = content.home(Language::Ru, None).await.unwrap();
    assert_json_snapshot!(russian, @r#"
    {
      "sections": [
        {
          "kind": "stores",
          "title": "",
          "tiles": []
        },
        {
          "kind": "tiles",
          "title": "Münasibətlər (ru)",
          "tiles": [
            {
              "label": "Ad günü (ru)",
              "link": "/kateqoriya/ad-gunu-hediyyeleri",
              "picture": "illustration:cake",
              "tone": "rose"
            }
          ]
        },
        {
          "kind": "links",
          "title": "Büdcə (ru)",
          "tiles": [
            {
              "label": "Ad günü (ru)",
              "link": "/kateqoriya/ad-gunu-hediyyeleri",
              "picture": ""
            }
          ]
        },
        {
          "kind": "banner",
          "title": "Gül və şirniyyat (ru)",
          "banner": {
            "text": "Birlikdə (ru)",
            "action": "Bax (ru)",
            "link": "/kateqoriya/guller?maxPrice=2000",
            "picture": "/media/4f2a/640.webp",
            "tone": "mint"
          },
          "tiles": []
        }
      ]
    }
    "#);
    // The sections have no English texts.
    assert_eq!(content.home(Language::En, None).await.unwrap(), content.home(Language::Az, None).await.unwrap());
}

#[sqlx::test(migrator = "seo::MIGRATOR")]
async fn hidden_sections_and_those_out_of_their_period_are_not_shown(pool: PgPool) {
    let content = TestContent::start(pool).await;
    let now = content.clock.now();
    let (tomorrow, next_week) = (now + TimeDelta::days(1), now + TimeDelta::weeks(1));
    let hidden = HomeSectionDraft { hidden: true, ..titled("gizli") };
    let sections = vec![
        titled("həmişə"),
        hidden,
        scheduled("sabahadək", None, Some(tomorrow)),
        scheduled("sabahdan", Some(tomorrow), Some(next_week)),
        scheduled("gələn həftədən", Some(next_week), None),
    ];
    content.publish_home(0, sections).await.unwrap();
    assert_eq!(content.home_titles().await, ["həmişə", "sabahadək"]);
    content.clock.advance(TimeDelta::days(1));
    assert_eq!(content.home_titles().await, ["həmişə", "sabahdan"]);
    content.clock.advance(TimeDelta::days(6));
    assert_eq!(content.home_titles().await, ["həmişə", "gələn həftədən"]);
}

#[sqlx::test(migrator = "seo::MIGRATOR")]
async fn a_yearly_section_shows_again_at_new_year(pool: PgPool) {
    let content = TestContent::start(pool).await;
    let time = |text: &str| text.parse::<DateTime<Utc>>().unwrap();
    // From 20 December to 5 January in Baku.
    let mut winter = scheduled("qış", Some(time("2020-12-19T20:00:00Z")), Some(time("2021-01-04T20:00:00Z")));
    winter.schedule.as_mut().unwrap().every_year = true;
    content.publish_home(0, vec![titled("həmişə"), winter.clone()]).await.unwrap();
    assert_eq!(content.home_titles().await, ["həmişə"]);
    for (shown_at, is_shown) in [
        ("2026-12-19T19:59:59Z", false),
        ("2026-12-19T20:00:00Z", true),
        ("2027-01-04T19:59:59Z", true),
        ("2027-01-04T20:00:00Z", false),
        ("2028-02-29T12:00:00Z", false),
    ] {
        let preview = content.preview_home(vec![winter.clone()], Some(time(shown_at))).await.unwrap();
        let page = content.home(Language::Az, Some(&preview.token)).await.unwrap();
        assert_eq!(page.sections.len(), usize::from(is_shown), "{shown_at}");
    }
}

#[sqlx::test(migrator = "seo::MIGRATOR")]
async fn a_preview_shows_its_sections_for_an_hour_and_publishes_nothing(pool: PgPool) {
    let content = TestContent::start(pool.clone()).await;
    content.publish_home(0, vec![hero()]).await.unwrap();
    let now = content.clock.now();
    let later = scheduled("sabah", Some(now + TimeDelta::hours(23)), None);
    let tomorrow = now + TimeDelta::days(1);
    let preview = content.preview_home(vec![titled("indi"), later.clone()], None).await.unwrap();
    let of_tomorrow = content.preview_home(vec![titled("indi"), later], Some(tomorrow)).await.unwrap();
    assert_eq!(preview.expires_at, Some(to_timestamp(now + TimeDelta::hours(1))));
    assert_ne!(preview.token, of_tomorrow.token);

    content.clock.advance(TimeDelta::minutes(59));
    for (token, titles, shown_at) in
        [(&preview.token, vec!["indi"], now), (&of_tomorrow.token, vec!["indi", "sabah"], tomorrow)]
    {
        let page = content.home(Language::Az, Some(token)).await.unwrap();
        let shown: Vec<&str> = page.sections.iter().map(|section| section.title.as_str()).collect();
        assert_eq!((shown, page.shown_at), (titles, Some(to_timestamp(shown_at))));
    }
    assert_eq!(content.home_titles().await, ["Sovqat"]);
    assert_eq!(content.audit().await.len(), 1, "a preview is not audited");

    content.clock.advance(TimeDelta::minutes(1));
    for token in [&preview.token, &of_tomorrow.token] {
        let status = content.home(Language::Az, Some(token)).await.unwrap_err();
        assert_eq!((status.code(), status.message()), (Code::NotFound, "page_not_found"));
    }
    content.preview_home(vec![hero()], None).await.unwrap();
    let rows: i64 = sqlx::query_scalar("select count(*) from home_preview").fetch_one(&pool).await.unwrap();
    assert_eq!(rows, 1, "the next preview deletes the expired ones");
}

#[sqlx::test(migrator = "seo::MIGRATOR")]
async fn an_unknown_token_is_not_found(pool: PgPool) {
    let content = TestContent::start(pool).await;
    let unknown = "0".repeat(32);
    for token in ["", "x", "' or true --", unknown.as_str(), "a".repeat(10_000).as_str()] {
        let status = content.home(Language::Az, Some(token)).await.unwrap_err();
        assert_eq!((status.code(), status.message()), (Code::NotFound, "page_not_found"), "{token:.40}");
    }
}

#[sqlx::test(migrator = "seo::MIGRATOR")]
async fn the_oldest_of_many_previews_is_deleted(pool: PgPool) {
    let content = TestContent::start(pool.clone()).await;
    sqlx::query(
        "insert into home_preview (token, sections, shown_at, expires_at)
         select lpad(to_hex(n), 32, '0'), '[{}]', now(), timestamptz '2100-01-01' + n * interval '1 second'
         from generate_series(1, 100) as n",
    )
    .execute(&pool)
    .await
    .unwrap();
    content.preview_home(vec![hero()], None).await.unwrap();
    let tokens: Vec<String> =
        sqlx::query_scalar("select token from home_preview order by token limit 100").fetch_all(&pool).await.unwrap();
    assert_eq!((tokens.len(), tokens[0].as_str()), (100, "00000000000000000000000000000002"));
}
