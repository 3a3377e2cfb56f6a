//! How staff publish or reject reviews and replies.

use proto::catalog::{
    ModerateRequest, MyRepliesRequest, MyReply, MyReplyPage, MyReviewsRequest, QueuedText, ReplyRequest, ReviewDecided,
    ReviewQueueRequest, ReviewState,
};
use serde_json::json;
use sqlx::PgPool;
use testkit::audit::changes;
use tonic::Status;

use crate::shop::{Customer, TestShop, product, refusal};

const AYSEL: Customer = Customer(1);
const LEYLA: Customer = Customer(2);

/// A text that a moderator decides about, by id.
#[derive(Clone, Copy)]
pub enum Moderated {
    Review(i64),
    Reply(i64),
}

impl TestShop {
    /// Returns the texts as moderators see them.
    async fn queue(&self, state: ReviewState) -> Vec<QueuedText> {
        let request = ReviewQueueRequest { state: state.into(), ..Default::default() };
        self.reviews().queue(self.signed_by_operator(request)).await.unwrap().into_inner().texts
    }

    async fn publish_text(&self, text: Moderated) -> Result<(), Status> {
        let (publish, reason) = (true, None);
        self.decide(text, publish, reason).await
    }

    pub async fn reject_text(&self, text: Moderated, reason: Option<&str>) -> Result<(), Status> {
        let publish = false;
        self.decide(text, publish, reason).await
    }

    async fn decide(&self, text: Moderated, publish: bool, reason: Option<&str>) -> Result<(), Status> {
        let (id, is_reply) = match text {
            Moderated::Review(id) => (id, false),
            Moderated::Reply(id) => (id, true),
        };
        let reason = reason.map(str::to_owned);
        self.reviews()
            .moderate(self.signed_by_operator(ModerateRequest { id, is_reply, publish, reason }))
            .await
            .map(drop)
    }

    async fn replies_of(&self, customer: Customer, page: i64, per_page: i64) -> Result<MyReplyPage, Status> {
        let request = MyRepliesRequest { page, per_page };
        Ok(self.reviews().my_replies(self.signed(customer, request)).await?.into_inner())
    }

    async fn events_of(&self, kind: &str) -> Vec<serde_json::Value> {
        let query = "select payload from outbox where kind = $1 order by outbox_id";
        sqlx::query_scalar(query).bind(kind).fetch_all(&self.app.pool).await.unwrap()
    }
}

/// The product "a" has no reviews.
async fn shop_with_one_product(pool: PgPool) -> (TestShop, i64) {
    let shop = TestShop::start_with(pool, [product("a", &json!({"rating": 0, "reviews": 0}))]).await;
    let id = shop.id_of("a").await;
    (shop, id)
}

#[sqlx::test(migrator = "catalog::MIGRATOR")]
async fn suspicious_review_waits_until_it_is_published(pool: PgPool) {
    let (shop, a) = shop_with_one_product(pool).await;
    // The text contains a link.
    let review = shop.review(AYSEL, a, 5, "Daha ucuzu burada: dukan.az").await.unwrap();
    assert_eq!(review.state(), ReviewState::Pending);
    assert_eq!((shop.rating_of("a").await, shop.reviews_of("a").await.reviews.len()), ((0.0, 0), 0));

    let queue = shop.queue(ReviewState::Unspecified).await;
    let queued: Vec<_> = queue.iter().map(|text| (text.id, text.suspicion.as_deref(), text.author.as_str())).collect();
    assert_eq!(queued, [(review.id, Some("link"), "Aysel M.")]);
    assert_eq!(queue[0].product.as_ref().unwrap().slug, "a");

    shop.publish_text(Moderated::Review(review.id)).await.unwrap();
    shop.publish_text(Moderated::Review(review.id)).await.unwrap();
    assert_eq!((shop.rating_of("a").await, shop.queue(ReviewState::Pending).await.len()), ((5.0, 1), 0));
    assert_eq!(shop.events_of("review_decided").await.len(), 1, "a repeated decision changes nothing");
    assert_eq!(changes(&shop.app.pool).await, [(100, "review_published".to_owned(), review.id.to_string())]);
}

#[sqlx::test(migrator = "catalog::MIGRATOR")]
async fn rejected_review_has_a_reason_and_can_be_rewritten(pool: PgPool) {
    let (shop, a) = shop_with_one_product(pool).await;
    let review = shop.review(AYSEL, a, 1, "Satıcı mənimlə kobud danışdı.").await.unwrap().id;
    assert_eq!(
        refusal(shop.reject_text(Moderated::Review(review), None).await),
        "validation_failed reason: reason_required"
    );
    assert_eq!(
        refusal(shop.reject_text(Moderated::Review(review), Some(" ")).await),
        "validation_failed reason: reason_required"
    );

    shop.reject_text(Moderated::Review(review), Some("Məhsul haqqında deyil.")).await.unwrap();
    assert_eq!(shop.rating_of("a").await, (0.0, 0));
    let mine = async || {
        let page = shop.reviews().mine(shop.signed(AYSEL, MyReviewsRequest::default())).await.unwrap().into_inner();
        (page.reviews[0].review.as_ref().unwrap().state(), page.reviews[0].reason.clone())
    };
    assert_eq!(mine().await, (ReviewState::Rejected, Some("Məhsul haqqında deyil.".to_owned())));
    let event: ReviewDecided = serde_json::from_value(shop.events_of("review_decided").await.remove(0)).unwrap();
    assert_eq!(
        (event.account_id, event.is_published, event.reason.as_deref()),
        (1, false, Some("Məhsul haqqında deyil."))
    );

    let again = shop.review(AYSEL, a, 1, "Satıcı mənimlə kobud danışdı.").await.unwrap();
    assert_eq!(again.state(), ReviewState::Rejected, "the same text keeps its decision");
    shop.review(AYSEL, a, 2, "Məhsul şəkildəki kimi deyil.").await.unwrap();
    assert_eq!((mine().await, shop.rating_of("a").await), ((ReviewState::Published, None), (2.0, 1)));
}

#[sqlx::test(migrator = "catalog::MIGRATOR")]
async fn reviewer_is_notified_of_published_replies(pool: PgPool) {
    let (shop, a) = shop_with_one_product(pool).await;
    let review = shop.review(AYSEL, a, 3, "Qutusu əzik gəldi, özü yaxşıdır.").await.unwrap().id;
    shop.reply_to(LEYLA, review, "Məndə də belə oldu.").await.unwrap();
    shop.reply_to(LEYLA, review, "Məndə də belə oldu.").await.unwrap();
    shop.reply_to(AYSEL, review, "Demək tək deyiləm.").await.unwrap();
    // Phone numbers are accepted from staff only.
    let apology =
        ReplyRequest { review_id: review, text: "Üzr istəyirik, 012 310 10 10 nömrəsinə yazın.".to_owned() };
    shop.reviews().reply(shop.signed_by_operator(apology)).await.unwrap();
    shop.reply_to(LEYLA, review, "Zəng edin: 050 123 45 67").await.unwrap();

    let visible_replies = async || -> Vec<(String, bool)> {
        let replies = shop.reviews_of("a").await.reviews.remove(0).replies;
        replies.into_iter().map(|reply| (reply.author, reply.is_shop)).collect()
    };
    let expected =
        [("Leyla İ.", false), ("Aysel M.", false), ("Nigar", true)].map(|(author, shop)| (author.to_owned(), shop));
    assert_eq!(visible_replies().await, expected);
    assert_eq!(shop.events_of("review_answered").await.len(), 2, "no event for own reviews and for replies that wait");

    let waiting = shop.queue(ReviewState::Pending).await.remove(0);
    assert_eq!((waiting.is_reply, waiting.rating, waiting.suspicion.as_deref()), (true, 0, Some("phone")));
    shop.publish_text(Moderated::Reply(waiting.id)).await.unwrap();
    shop.publish_text(Moderated::Reply(waiting.id)).await.unwrap();
    assert_eq!((visible_replies().await.len(), shop.events_of("review_answered").await.len()), (4, 3));
    assert_eq!(shop.events_of("review_decided").await.len(), 1);
}

#[sqlx::test(migrator = "catalog::MIGRATOR")]
async fn staff_cannot_moderate_their_own_texts(pool: PgPool) {
    let (shop, a) = shop_with_one_product(pool).await;
    // The account of `signed_by_operator`.
    let operator = Customer(100);
    let review = shop.review(operator, a, 5, "Daha ucuzu burada: dukan.az").await.unwrap().id;
    for publish in [true, false] {
        let decided = shop.decide(Moderated::Review(review), publish, Some("Səbəb")).await;
        assert_eq!(refusal(decided), "conflict_of_interest");
    }
    assert_eq!((shop.rating_of("a").await, shop.queue(ReviewState::Pending).await.len()), ((0.0, 0), 1));

    let review_of_aysel = shop.review(AYSEL, a, 4, "Gözəl hədiyyədir, vaxtında çatdı.").await.unwrap().id;
    shop.reply_to(operator, review_of_aysel, "Zəng edin: 050 123 45 67").await.unwrap();
    let reply = shop.queue(ReviewState::Pending).await.into_iter().find(|text| text.is_reply).unwrap();
    assert_eq!(refusal(shop.publish_text(Moderated::Reply(reply.id)).await), "conflict_of_interest");

    let audit_entries: i64 = sqlx::query_scalar("select count(*) from audit").fetch_one(&shop.app.pool).await.unwrap();
    assert_eq!(audit_entries, 0);
}

fn text_of(mine: &MyReply) -> &str {
    &mine.reply.as_ref().unwrap().text
}

#[sqlx::test(migrator = "catalog::MIGRATOR")]
async fn own_replies_are_listed_with_state_and_review(pool: PgPool) {
    let (shop, a) = shop_with_one_product(pool).await;
    let review = shop.review(AYSEL, a, 3, "Qutusu əzik gəldi, özü yaxşıdır.").await.unwrap().id;
    assert_eq!(shop.replies_of(LEYLA, 1, 10).await.unwrap().replies, []);
    shop.reply_to(AYSEL, review, "Bir də yazım: razıyam.").await.unwrap();
    shop.reply_to(LEYLA, review, "Məndə də belə oldu.").await.unwrap();
    shop.clock.advance(chrono::TimeDelta::minutes(1));
    shop.reply_to(LEYLA, review, "Zəng edin: 050 123 45 67").await.unwrap();
    let waiting = shop.queue(ReviewState::Pending).await.remove(0);
    shop.reject_text(Moderated::Reply(waiting.id), Some("Telefon nömrəsi var.")).await.unwrap();

    let page = shop.replies_of(LEYLA, 1, 10).await.unwrap();
    let replies: Vec<_> =
        page.replies.iter().map(|mine| (text_of(mine), mine.reply.as_ref().unwrap().state())).collect();
    assert_eq!(
        replies,
        [("Zəng edin: 050 123 45 67", ReviewState::Rejected), ("Məndə də belə oldu.", ReviewState::Published)],
        "newest first, only own replies"
    );
    assert_eq!(page.replies[0].reason.as_deref(), Some("Telefon nömrəsi var."));
    assert_eq!(page.replies[1].reason, None);
    let review_of_reply = page.replies[1].review.as_ref().unwrap();
    assert_eq!((review_of_reply.id, &*review_of_reply.author), (review, "Aysel M."));
    assert_eq!(review_of_reply.text.as_deref(), Some("Qutusu əzik gəldi, özü yaxşıdır."));
    assert_eq!(page.replies[1].product.as_ref().unwrap().slug, "a");
    assert_eq!(page.meta.unwrap().total, 2);

    let second = shop.replies_of(LEYLA, 2, 1).await.unwrap();
    assert_eq!(second.replies.iter().map(text_of).collect::<Vec<_>>(), ["Məndə də belə oldu."]);
    // The text of an unpublished review must not be readable through its replies.
    shop.reject_text(Moderated::Review(review), Some("Məhsul haqqında deyil.")).await.unwrap();
    let page = shop.replies_of(LEYLA, 1, 10).await.unwrap();
    assert!(page.replies.iter().all(|mine| mine.review.as_ref().unwrap().text.is_none()));
    let guest = shop.reviews().my_replies(MyRepliesRequest::default()).await;
    assert_eq!(refusal(guest), "unauthenticated");
}

#[sqlx::test(migrator = "catalog::MIGRATOR")]
async fn only_operators_moderate(pool: PgPool) {
    let (shop, a) = shop_with_one_product(pool).await;
    let review = shop.review(AYSEL, a, 3, "Bu rəyi gizlətmək olmaz.").await.unwrap().id;
    let decision = || ModerateRequest { id: review, is_reply: false, publish: false, reason: Some("Olmaz".to_owned()) };
    assert_eq!(refusal(shop.reviews().moderate(shop.signed(LEYLA, decision())).await), "forbidden");
    assert_eq!(refusal(shop.reviews().moderate(decision()).await), "unauthenticated");
    let queue = ReviewQueueRequest::default();
    assert_eq!(refusal(shop.reviews().queue(shop.signed(LEYLA, queue)).await), "forbidden");

    for unknown in [0, 404] {
        assert_eq!(refusal(shop.publish_text(Moderated::Review(unknown)).await), "review_not_found");
        assert_eq!(refusal(shop.publish_text(Moderated::Reply(unknown)).await), "reply_not_found");
        assert_eq!(refusal(shop.reply_to(AYSEL, unknown, "Kimə cavab verirəm?").await), "review_not_found");
    }

    let pending = shop.review(LEYLA, a, 3, "dukan.az saytına baxın, orada var").await.unwrap().id;
    assert_eq!(refusal(shop.reply_to(AYSEL, pending, "Bunu hələ heç kim görmür.").await), "review_not_found");
}
