//! Sections that are refused, with the names of their members.

use chrono::{DateTime, Utc};
use proto::{
    common::LocalText,
    json::to_timestamp,
    seo::{
        HomeBannerDraft, HomeSchedule, HomeSectionDraft, HomeSectionKind as Kind, HomeShelf, HomeShelfSource as Source,
        HomeTileDraft, HomeTone,
    },
};
use sqlx::PgPool;
use tonic::Status;

use crate::{
    test_content::{TestContent, field_errors},
    test_home::{
        banner, category_shelf, every_kind, hero, link, links, plain, product_shelf, shelf, text, tile, tiles,
    },
};

fn join(status: &Status) -> String {
    let errors = field_errors(status).into_iter().map(|(field, code)| format!("{field}: {code}"));
    errors.collect::<Vec<_>>().join(", ")
}

/// The errors by which publishing and previewing are refused, or an empty text.
async fn errors(content: &TestContent, sections: Vec<HomeSectionDraft>) -> String {
    let preview = content.preview_home(sections.clone(), None).await;
    let newest = content.home_versions(1, 1).await.expect("the versions are listed").versions[0].version;
    let published = content.publish_home(newest, sections).await;
    let [preview, published] =
        [preview.map(drop), published.map(drop)].map(|outcome| outcome.err().as_ref().map(join).unwrap_or_default());
    assert_eq!(preview, published);
    published
}

#[track_caller]
fn with_hero(change: impl FnOnce(&mut HomeBannerDraft)) -> HomeSectionDraft {
    let mut section = hero();
    change(section.hero.as_mut().expect("a hero"));
    section
}

#[track_caller]
fn with_banner(change: impl FnOnce(&mut HomeBannerDraft)) -> HomeSectionDraft {
    let mut section = banner();
    change(section.banner.as_mut().expect("a banner"));
    section
}

fn with_tile(change: impl FnOnce(&mut HomeTileDraft)) -> HomeSectionDraft {
    let mut tile = tile();
    change(&mut tile);
    tiles(vec![tile])
}

fn with_link(change: impl FnOnce(&mut HomeTileDraft)) -> HomeSectionDraft {
    let mut link = link();
    change(&mut link);
    links(vec![link])
}

fn with_schedule(from: Option<&str>, until: Option<&str>, every_year: bool) -> HomeSectionDraft {
    let time = |text: &str| to_timestamp(text.parse::<DateTime<Utc>>().expect("a time"));
    let schedule = HomeSchedule { shows_from: from.map(time), shows_until: until.map(time), every_year };
    HomeSectionDraft { schedule: Some(schedule), ..shelf(Source::Popular) }
}

#[expect(clippy::unnecessary_wraps, reason = "the members are optional")]
fn in_russian(length: usize) -> Option<LocalText> {
    Some(LocalText { az: "A".to_owned(), ru: Some("я".repeat(length)), en: None })
}

/// Refused sections, each the only one of its page.
fn refused_sections() -> Vec<(HomeSectionDraft, &'static str)> {
    let titled = |title: Option<LocalText>| HomeSectionDraft { title, ..shelf(Source::Popular) };
    let with_shelf = |shelf: HomeShelf| HomeSectionDraft { shelf: Some(shelf), ..category_shelf("guller") };
    let of_source = |source: Source| HomeShelf { source: source.into(), ..HomeShelf::default() };
    vec![
        // Kinds and their members.
        (plain(Kind::Unspecified), "sections[0].kind: required"),
        (HomeSectionDraft { kind: 99, ..hero() }, "sections[0].kind: unknown_value"),
        (HomeSectionDraft { title: text("A"), ..plain(Kind::Stores) }, "sections[0].title: must_be_empty"),
        (HomeSectionDraft { tiles: vec![tile()], ..plain(Kind::Recent) }, "sections[0].tiles: must_be_empty"),
        (HomeSectionDraft { shelf: shelf(Source::Sale).shelf, ..hero() }, "sections[0].shelf: must_be_empty"),
        (HomeSectionDraft { banner: banner().banner, ..hero() }, "sections[0].banner: must_be_empty"),
        (HomeSectionDraft { hero: hero().hero, ..banner() }, "sections[0].hero: must_be_empty"),
        (HomeSectionDraft { hero: None, ..hero() }, "sections[0].hero: required"),
        (HomeSectionDraft { banner: None, ..banner() }, "sections[0].banner: required"),
        (HomeSectionDraft { shelf: None, ..shelf(Source::Sale) }, "sections[0].shelf: required"),
        // Texts.
        (titled(None), "sections[0].title: required"),
        (titled(text(" ")), "sections[0].title.az: required"),
        (titled(in_russian(81)), "sections[0].title.ru: too_long"),
        (titled(text("A\nB")), "sections[0].title.az: invalid_characters, sections[0].title.ru: invalid_characters"),
        (with_hero(|hero| hero.text = None), "sections[0].hero.text: required"),
        (with_hero(|hero| hero.text = in_russian(301)), "sections[0].hero.text.ru: too_long"),
        (
            with_banner(|banner| banner.text = text("a\0b")),
            "sections[0].banner.text.az: invalid_characters, sections[0].banner.text.ru: invalid_characters",
        ),
        // Buttons.
        (with_hero(|hero| hero.action = text("Bax")), "sections[0].hero.link: required"),
        (with_hero(|hero| "/sebet".clone_into(&mut hero.link)), "sections[0].hero.action: required"),
        (with_banner(|banner| banner.action = None), "sections[0].banner.action: required"),
        (with_banner(|banner| banner.action = in_russian(41)), "sections[0].banner.action.ru: too_long"),
        (with_banner(|banner| banner.link = String::new()), "sections[0].banner.link: required"),
        (
            with_banner(|banner| "https://evil.example/".clone_into(&mut banner.link)),
            "sections[0].banner.link: not_a_path",
        ),
        (with_banner(|banner| "/ru/sebet".clone_into(&mut banner.link)), "sections[0].banner.link: language_in_path"),
        (with_banner(|banner| "/faq#a".clone_into(&mut banner.link)), "sections[0].banner.link: not_a_path"),
        (with_banner(|banner| banner.link = format!("/a?{}", "b".repeat(301))), "sections[0].banner.link: too_long"),
        // Pictures and tones.
        (
            with_hero(|hero| "https://a.example/a.webp".clone_into(&mut hero.picture)),
            "sections[0].hero.picture: invalid_link",
        ),
        (with_hero(|hero| hero.tone = Some(99)), "sections[0].hero.tone: unknown_value"),
        (
            with_banner(|banner| "illustration:car".clone_into(&mut banner.picture)),
            "sections[0].banner.picture: unknown_picture",
        ),
        (with_banner(|banner| banner.tone = None), "sections[0].banner.tone: required"),
        // Shelves.
        (shelf(Source::Unspecified), "sections[0].shelf.source: required"),
        (category_shelf(""), "sections[0].shelf.category: required"),
        (category_shelf(&"a".repeat(101)), "sections[0].shelf.category: too_long"),
        (category_shelf("Güllər"), "sections[0].shelf.category: invalid_characters"),
        (with_shelf(of_source(Source::Category)), "sections[0].shelf.category: required"),
        (
            with_shelf(HomeShelf { category: Some("guller".to_owned()), ..of_source(Source::Sale) }),
            "sections[0].shelf.category: must_be_empty",
        ),
        (
            with_shelf(HomeShelf { products: vec![1], ..of_source(Source::Newest) }),
            "sections[0].shelf.products: must_be_empty",
        ),
        (product_shelf(&[]), "sections[0].shelf.products: required"),
        (product_shelf(&[1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13]), "sections[0].shelf.products: too_many"),
        (
            product_shelf(&[5, 0, 5]),
            "sections[0].shelf.products[1]: out_of_range, sections[0].shelf.products[2]: duplicate",
        ),
        // Tiles and links.
        (tiles(vec![]), "sections[0].tiles: required"),
        (tiles(vec![tile(); 9]), "sections[0].tiles: too_many"),
        (links(vec![]), "sections[0].tiles: required"),
        (links(vec![link(); 11]), "sections[0].tiles: too_many"),
        (with_tile(|tile| tile.label = None), "sections[0].tiles[0].label: required"),
        (with_tile(|tile| tile.label = text("")), "sections[0].tiles[0].label.az: required"),
        (with_tile(|tile| tile.label = in_russian(41)), "sections[0].tiles[0].label.ru: too_long"),
        (with_tile(|tile| tile.link = String::new()), "sections[0].tiles[0].link: required"),
        (with_tile(|tile| tile.picture = String::new()), "sections[0].tiles[0].picture: required"),
        (with_tile(|tile| tile.tone = None), "sections[0].tiles[0].tone: required"),
        (with_tile(|tile| tile.tone = Some(HomeTone::Unspecified.into())), "sections[0].tiles[0].tone: required"),
        (with_link(|link| "kateqoriya".clone_into(&mut link.link)), "sections[0].tiles[0].link: not_a_path"),
        (
            with_link(|link| "illustration:cake".clone_into(&mut link.picture)),
            "sections[0].tiles[0].picture: must_be_empty",
        ),
        (with_link(|link| link.tone = Some(HomeTone::Sky.into())), "sections[0].tiles[0].tone: must_be_empty"),
        // Schedules.
        (with_schedule(None, None, false), "sections[0].schedule.showsFrom: required"),
        (with_schedule(None, Some("2026-12-20T00:00:00Z"), true), "sections[0].schedule.showsFrom: required"),
        (with_schedule(Some("2026-12-20T00:00:00Z"), None, true), "sections[0].schedule.showsUntil: required"),
        (
            with_schedule(Some("2026-12-20T00:00:00Z"), Some("2026-12-20T00:00:00Z"), false),
            "sections[0].schedule.showsUntil: invalid_period",
        ),
        (
            with_schedule(Some("2026-12-20T00:00:00Z"), Some("2027-12-22T00:00:00Z"), true),
            "sections[0].schedule.showsUntil: out_of_range",
        ),
        (with_schedule(Some("1969-12-31T23:59:59Z"), None, false), "sections[0].schedule.showsFrom: out_of_range"),
    ]
}

#[sqlx::test(migrator = "seo::MIGRATOR")]
async fn every_invalid_member_is_refused_by_its_name(pool: PgPool) {
    let content = TestContent::start(pool).await;
    for (section, expected) in refused_sections() {
        assert_eq!(errors(&content, vec![section.clone()]).await, expected, "{section:?}");
    }
    assert_eq!(content.home_versions(1, 1).await.unwrap().versions[0].version, 0);
    assert!(content.audit().await.is_empty());
}

#[sqlx::test(migrator = "seo::MIGRATOR")]
async fn errors_of_all_sections_are_reported_at_once(pool: PgPool) {
    let content = TestContent::start(pool).await;
    let mut second_tile = tile();
    second_tile.label.as_mut().unwrap().az = String::new();
    let sections = vec![
        hero(),
        with_banner(|banner| banner.tone = None),
        tiles(vec![tile(), second_tile]),
        HomeSectionDraft { title: None, ..shelf(Source::Sale) },
    ];
    assert_eq!(
        errors(&content, sections).await,
        "sections[1].banner.tone: required, sections[2].tiles[1].label.az: required, sections[3].title: required"
    );
    let status = content.publish_home(-1, vec![]).await.unwrap_err();
    assert_eq!(join(&status), "fromVersion: out_of_range, sections: required");
}

#[sqlx::test(migrator = "seo::MIGRATOR")]
async fn pages_have_1_to_30_sections_and_some_kinds_once(pool: PgPool) {
    let content = TestContent::start(pool).await;
    assert_eq!(errors(&content, vec![]).await, "sections: required");
    assert_eq!(errors(&content, vec![shelf(Source::Sale); 31]).await, "sections: too_many");
    assert_eq!(errors(&content, vec![shelf(Source::Sale); 30]).await, "");
    assert_eq!(errors(&content, vec![plain(Kind::Stores), hero()]).await, "sections[1].kind: not_first");
    assert_eq!(errors(&content, vec![hero(), hero()]).await, "sections[1].kind: duplicate");
    for kind in [Kind::Categories, Kind::Promises, Kind::Campaigns, Kind::Stores, Kind::Recent] {
        assert_eq!(
            errors(&content, vec![plain(kind), hero(), plain(kind)]).await,
            "sections[1].kind: not_first, sections[2].kind: duplicate",
            "{kind:?}"
        );
    }
    let repeated = [banner(), tiles(vec![tile()]), links(vec![link()]), shelf(Source::Sale)];
    assert_eq!(errors(&content, repeated.iter().chain(&repeated).cloned().collect()).await, "");
}

#[sqlx::test(migrator = "seo::MIGRATOR")]
async fn a_page_that_would_not_fit_into_a_message_is_refused(pool: PgPool) {
    let content = TestContent::start(pool).await;
    // Percent-encoded, a path of 300 characters has 1,800 bytes.
    let long_link = || HomeTileDraft { link: format!("/{}", "%C9%99".repeat(299)), ..link() };
    let sections = vec![links(vec![long_link(); 10]); 30];
    assert_eq!(errors(&content, sections).await, "sections: too_long");
    assert_eq!(errors(&content, vec![links(vec![long_link(); 10]); 10]).await, "");
}

#[sqlx::test(migrator = "seo::MIGRATOR")]
async fn texts_at_their_limits_are_accepted(pool: PgPool) {
    let content = TestContent::start(pool).await;
    let mut sections = every_kind();
    sections[0] = HomeSectionDraft {
        title: in_russian(80),
        hero: Some(HomeBannerDraft {
            text: in_russian(300),
            action: in_russian(40),
            link: format!("/a?{}", "b".repeat(300)),
            picture: "illustration:purse".to_owned(),
            tone: Some(HomeTone::Sand.into()),
        }),
        ..hero()
    };
    sections[3] = tiles(vec![HomeTileDraft { label: in_russian(40), ..tile() }; 8]);
    sections[4] = links(vec![HomeTileDraft { label: in_russian(40), ..link() }; 10]);
    sections[6] = category_shelf(&"a".repeat(100));
    sections[7] = product_shelf(&[1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12]);
    assert_eq!(errors(&content, sections).await, "");
    // A form sends an empty text for a button that a hero does not have.
    let without_button = with_hero(|hero| hero.action = Some(LocalText::default()));
    assert_eq!(errors(&content, vec![without_button]).await, "");
}
