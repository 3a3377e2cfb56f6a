//! Search engines are told at once what changed, and never more than they want to hear.

use seo::Turn;
use serde_json::json;
use sqlx::PgPool;
use testkit::{database::eventually, workers::named};
use tokio_util::sync::CancellationToken;

use crate::{
    search_engine::Temper,
    service::TestSeo,
    town::{KEY, Town},
};

const ROSES: [&str; 3] = [
    "https://sovqat.az/mehsullar/qizilgul",
    "https://sovqat.az/ru/mehsullar/qizilgul",
    "https://sovqat.az/en/mehsullar/qizilgul",
];

#[sqlx::test(migrator = "seo::MIGRATOR")]
async fn a_page_is_told_once_and_in_every_language_however_often_it_changed(pool: PgPool) {
    let town = Town::open(pool).await;
    for slug in ["gul", "gul", "qizilgul"] {
        town.product_changes(7, slug).await;
    }
    assert_eq!(town.turn().await, Turn::NotOurs, "it settles first");
    assert_eq!(town.turn_after(10).await, Turn::Told);
    let told = json!({
        "host": "sovqat.az",
        "key": KEY,
        "keyLocation": format!("https://sovqat.az/{KEY}.txt"),
        "urlList": ROSES,
    });
    assert_eq!(town.engine.told(), [told]);
    assert_eq!((town.untold().await, town.turn_after(3600).await), (0, Turn::NotOurs));
    town.product_changes(7, "qizilgul").await;
    assert_eq!(town.turn_after(10).await, Turn::Told, "a later change is news again");
    assert_eq!(town.engine.told().len(), 2);
}

#[sqlx::test(migrator = "seo::MIGRATOR")]
async fn stores_are_told_by_the_name_they_have_now_and_also_when_they_close(pool: PgPool) {
    let town = Town::open(pool).await;
    town.store_changes(1, "gul-evi", true).await;
    town.store_changes(2, "köhnə ad", true).await;
    town.store_changes(2, "yeni ad", false).await;
    assert_eq!(town.turn_after(10).await, Turn::Told);
    let of = |slug: &str| ["", "/ru", "/en"].map(|prefix| format!("https://sovqat.az{prefix}/magazalar/{slug}"));
    assert_eq!(town.engine.addresses(), [[of("gul-evi"), of("yeni%20ad")].concat()]);
}

#[sqlx::test(migrator = "seo::MIGRATOR")]
async fn what_was_withdrawn_has_no_address_and_is_dropped(pool: PgPool) {
    let town = Town::open(pool).await;
    town.product_changes(7, "qizilgul").await;
    town.product_is_withdrawn(7).await;
    assert_eq!((town.turn_after(10).await, town.untold().await), (Turn::Nothing, 0));
    assert!(town.engine.told().is_empty());
}

#[sqlx::test(migrator = "seo::MIGRATOR")]
async fn more_than_fits_is_told_in_turns(pool: PgPool) {
    let town = Town::open(pool.clone()).await;
    let many = "insert into indexnow_change (kind, subject_id, slug, changed_at)
                select 'store', number, 'magaza-' || number, to_timestamp(0)
                from generate_series(1, 3500) as number";
    sqlx::query(many).execute(&pool).await.unwrap();
    town.product_changes(7, "qizilgul").await;
    assert_eq!((town.turn().await, town.turn().await), (Turn::Told, Turn::NotOurs), "not all at once");
    assert_eq!((town.turn_after(10).await, town.untold().await), (Turn::Told, 0));
    let counts: Vec<usize> = town.engine.addresses().iter().map(Vec::len).collect();
    assert_eq!(counts, [9_000, 501 * 3]);
}

#[sqlx::test(migrator = "seo::MIGRATOR")]
async fn who_is_busy_is_left_alone_as_long_as_it_asks_for(pool: PgPool) {
    let town = Town::open(pool).await;
    town.product_changes(7, "qizilgul").await;
    town.engine.becomes(Temper::IsBusyFor(600));
    assert_eq!(town.turn_after(10).await, Turn::PutOff);
    assert_eq!((town.turn_after(599).await, town.engine.told().len()), (Turn::NotOurs, 1));
    town.engine.becomes(Temper::Says(200));
    assert_eq!((town.turn_after(1).await, town.untold().await), (Turn::Told, 0));
}

#[sqlx::test(migrator = "seo::MIGRATOR")]
async fn who_is_away_is_told_later_and_less_and_less_often(pool: PgPool) {
    let town = Town::open(pool).await;
    town.product_changes(7, "qizilgul").await;
    town.engine.becomes(Temper::Says(503));
    assert_eq!(town.turn_after(10).await, Turn::PutOff);
    for minutes in [1, 2, 4, 8] {
        assert_eq!(town.turn_after(minutes * 60 - 1).await, Turn::NotOurs, "{minutes}");
        assert_eq!(town.turn_after(1).await, Turn::PutOff, "{minutes}");
    }
    town.engine.becomes(Temper::Says(200));
    assert_eq!(town.turn_after(16 * 60).await, Turn::Told);
    assert_eq!(town.number("select failures::bigint from indexnow_turn").await, 0, "what is over is forgotten");
}

#[sqlx::test(migrator = "seo::MIGRATOR")]
async fn what_is_refused_is_not_told_again(pool: PgPool) {
    let town = Town::open(pool).await;
    for status in [400, 403, 422] {
        town.product_changes(7, "qizilgul").await;
        town.engine.becomes(Temper::Says(status));
        assert_eq!((town.turn_after(10).await, town.untold().await), (Turn::Refused, 0), "{status}");
    }
    assert_eq!((town.turn_after(3600).await, town.engine.told().len()), (Turn::NotOurs, 3));
}

#[sqlx::test(migrator = "seo::MIGRATOR")]
async fn nothing_is_lost_while_the_catalogue_is_away(pool: PgPool) {
    let town = Town::open(pool).await;
    town.product_changes(7, "qizilgul").await;
    town.kill_neighbours();
    assert_eq!((town.turn_after(10).await, town.untold().await), (Turn::PutOff, 1));
    assert!(town.engine.told().is_empty());
}

#[sqlx::test(migrator = "seo::MIGRATOR")]
async fn who_dies_before_the_answer_tells_it_again_and_no_more_than_that(pool: PgPool) {
    let town = Town::open(pool).await;
    town.product_changes(7, "qizilgul").await;
    assert_eq!(town.turn().await, Turn::NotOurs);
    town.engine.becomes(Temper::Hangs);
    let told = async || eventually("the question", async || town.engine.told().len() == 1).await;
    tokio::select! {
        turn = town.turn_after(10) => panic!("nobody answered: {turn:?}"),
        () = told() => {}
    }
    town.engine.becomes(Temper::Says(200));
    assert_eq!((town.turn().await, town.untold().await), (Turn::NotOurs, 1), "the dead one has its turn still");
    assert_eq!((town.turn_after(300).await, town.untold().await), (Turn::Told, 0));
    assert_eq!(town.engine.addresses(), [ROSES, ROSES]);
}

#[sqlx::test(migrator = "seo::MIGRATOR")]
async fn a_change_while_it_is_told_is_told_as_well(pool: PgPool) {
    let town = Town::open(pool).await;
    town.product_changes(7, "qizilgul").await;
    town.engine.becomes(Temper::Hangs);
    let change = async {
        eventually("the question", async || town.engine.told().len() == 1).await;
        town.product_changes(7, "qizilgul").await;
        town.engine.speaks();
    };
    let (turn, ()) = tokio::join!(town.turn_after(10), change);
    assert_eq!((turn, town.untold().await), (Turn::Told, 1));
    town.engine.becomes(Temper::Says(200));
    assert_eq!((town.turn_after(10).await, town.untold().await), (Turn::Told, 0));
}

#[sqlx::test(migrator = "seo::MIGRATOR")]
async fn the_one_at_work_tells_without_being_asked_and_two_tell_no_more(pool: PgPool) {
    let town = Town::open(pool).await;
    town.product_changes(7, "qizilgul").await;
    assert_eq!(town.turn().await, Turn::NotOurs);
    town.time_passes(10);
    let stop = CancellationToken::new();
    let at_work = || tokio::spawn(named(seo::notice_workers(&town.herald), "indexnow").run(stop.clone()));
    let replicas = [at_work(), at_work()];
    eventually("the telling", async || town.untold().await == 0).await;
    stop.cancel();
    for replica in replicas {
        replica.await.unwrap().unwrap();
    }
    assert_eq!(town.engine.addresses(), [ROSES]);
}

#[sqlx::test(migrator = "seo::MIGRATOR")]
async fn the_proof_is_shown_to_who_knows_its_name(pool: PgPool) {
    let town = Town::open(pool.clone()).await;
    assert_eq!(town.proof(KEY).await, KEY);
    for other in ["", "robots", "0123456789abcdef-sovqat", &KEY[1..], &format!("{KEY}.txt")] {
        assert_eq!(town.proof(other).await, "", "{other}");
    }
    let without = TestSeo::start(pool).await;
    assert_eq!((without.proof(KEY).await, without.proof("").await), (String::new(), String::new()));
}
