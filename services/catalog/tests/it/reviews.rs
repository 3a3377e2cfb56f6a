//! Reviews, the ratings of products, and the mark of verified buyers.

use chrono::TimeDelta;
use futures::future::join_all;
use proto::catalog::{
    ListProductsRequest, ListReviewsRequest, MyReviewsRequest, ProductSort, ReplyRequest, Review, ReviewPage,
    ReviewSort, ReviewState, WithdrawReviewRequest, WriteReviewRequest,
};
use serde_json::json;
use sqlx::PgPool;
use testkit::database::eventually;
use tonic::Status;

use crate::{
    fakes::FakeFeeds,
    shop::{Customer, TestShop, product, refusal},
};

const AYSEL: Customer = Customer(1);
const LEYLA: Customer = Customer(2);

impl TestShop {
    /// Replaces the customer's earlier review of the product.
    pub async fn review(&self, customer: Customer, product_id: i64, rating: i32, text: &str) -> Result<Review, Status> {
        let request = WriteReviewRequest { product_id, rating, text: text.to_owned() };
        Ok(self.reviews().write(self.signed(customer, request)).await?.into_inner())
    }

    /// Returns the first page of reviews, newest first.
    pub async fn reviews_of(&self, slug: &str) -> ReviewPage {
        self.list_reviews(ListReviewsRequest { product: slug.to_owned(), ..Default::default() }).await.unwrap()
    }

    async fn list_reviews(&self, request: ListReviewsRequest) -> Result<ReviewPage, Status> {
        Ok(self.reviews().list(request).await?.into_inner())
    }

    pub async fn reply_to(&self, customer: Customer, review_id: i64, text: &str) -> Result<(), Status> {
        let request = ReplyRequest { review_id, text: text.to_owned() };
        self.reviews().reply(self.signed(customer, request)).await.map(drop)
    }

    async fn withdraw(&self, customer: Customer, id: i64) {
        self.reviews().withdraw(self.signed(customer, WithdrawReviewRequest { id })).await.unwrap();
    }

    /// Rating and number of reviews. Asserts that page, card and summary agree.
    pub async fn rating_of(&self, slug: &str) -> (f64, i64) {
        let page = self.page_of(slug).await.unwrap();
        let summary = self.reviews_of(slug).await.summary.unwrap();
        let list = ListProductsRequest { rating: Some(page.rating), per_page: 100, ..Default::default() };
        self.wait_for_index().await;
        let cards = self.list(list).await.unwrap().products;
        let card = cards.iter().find(|card| card.slug == slug).expect("a card with at least this rating");
        assert_eq!((card.rating, card.review_count), (page.rating, page.review_count));
        assert_eq!((summary.rating, summary.count), (page.rating, page.review_count));
        (page.rating, page.review_count)
    }
}

/// The product "a" has no reviews.
async fn shop_with_one_product(pool: PgPool) -> (TestShop, i64) {
    let shop = TestShop::start_with(pool, [product("a", &json!({"rating": 0, "reviews": 0}))]).await;
    let id = shop.id_of("a").await;
    (shop, id)
}

fn texts(page: &ReviewPage) -> Vec<&str> {
    page.reviews.iter().map(|review| review.text.as_str()).collect()
}

#[sqlx::test(migrator = "catalog::MIGRATOR")]
async fn ordinary_review_is_published_at_once(pool: PgPool) {
    let (shop, a) = shop_with_one_product(pool).await;
    let before = shop.published_kinds().await.len();
    let written = shop.review(AYSEL, a, 5, "  Çox gözəl və təzə idi!  ").await.unwrap();
    assert_eq!((written.state(), written.author.as_str(), written.is_mine), (ReviewState::Published, "Aysel M.", true));
    shop.review(LEYLA, a, 4, "Yaxşıdır, amma qutu əzilmişdi.").await.unwrap();
    assert_eq!(shop.rating_of("a").await, (4.5, 2));
    let page = shop.reviews_of("a").await;
    assert_eq!(texts(&page), ["Yaxşıdır, amma qutu əzilmişdi.", "Çox gözəl və təzə idi!"], "newest first");
    let first = &page.reviews[0];
    assert_eq!((first.author.as_str(), first.is_mine, first.is_verified), ("Leyla İ.", false, false));
    assert_eq!(page.summary.unwrap().stars, [0, 0, 0, 1, 1]);
    let kinds = ["product_rated", "product_changed"];
    assert_eq!(
        shop.published_kinds().await[before..],
        [kinds, kinds].concat(),
        "events for the store service and for the index"
    );
}

#[sqlx::test(migrator = "catalog::MIGRATOR")]
async fn account_has_one_review_per_product(pool: PgPool) {
    let (shop, a) = shop_with_one_product(pool).await;
    let first = shop.review(AYSEL, a, 5, "Çox gözəl və təzə idi!").await.unwrap();
    shop.clock.advance(TimeDelta::hours(1));
    let again = shop.review(AYSEL, a, 5, "Çox gözəl və təzə idi!").await.unwrap();
    assert_eq!(again, first, "repeating the call changes nothing");
    let rewritten = shop.review(AYSEL, a, 2, "Ertəsi gün soldu, heyf.").await.unwrap();
    assert_eq!((rewritten.id, rewritten.created_at), (first.id, first.created_at));
    assert!(first.updated_at.is_none());
    assert!(rewritten.updated_at.is_some());
    assert_eq!(shop.rating_of("a").await, (2.0, 1));
    let drafts = ["Birinci fikrim belədir.", "İkinci fikrim belədir."];
    join_all((0..20).map(|number| shop.review(LEYLA, a, 4, drafts[number % 2]))).await;
    assert_eq!(shop.rating_of("a").await, (3.0, 2), "Aysel's 2 and Leyla's 4");
}

#[sqlx::test(migrator = "catalog::MIGRATOR")]
async fn withdrawn_review_no_longer_counts(pool: PgPool) {
    let (shop, a) = shop_with_one_product(pool).await;
    let review = shop.review(AYSEL, a, 1, "Heç bəyənmədim, qaytardım.").await.unwrap().id;
    shop.review(LEYLA, a, 5, "Mən isə çox bəyəndim!").await.unwrap();
    shop.withdraw(LEYLA, review).await;
    assert_eq!(shop.rating_of("a").await, (3.0, 2), "only the author can withdraw a review");
    shop.withdraw(AYSEL, review).await;
    shop.withdraw(AYSEL, review).await;
    assert_eq!(shop.rating_of("a").await, (5.0, 1));
}

#[sqlx::test(migrator = "catalog::MIGRATOR")]
async fn fifty_concurrent_reviews_are_all_counted(pool: PgPool) {
    let (shop, a) = shop_with_one_product(pool).await;
    let written = join_all((1..=50).map(|account| {
        let shop = &shop;
        async move { shop.review(Customer(account), a, (account % 5) as i32 + 1, "Hamımız bir anda yazdıq.").await }
    }))
    .await;
    assert!(written.iter().all(Result::is_ok));
    assert_eq!(shop.rating_of("a").await, (3.0, 50));
    assert_eq!(shop.reviews_of("a").await.summary.unwrap().stars, [10; 5]);
}

#[sqlx::test(migrator = "catalog::MIGRATOR")]
async fn reviews_are_sorted_filtered_and_paged(pool: PgPool) {
    let (shop, a) = shop_with_one_product(pool).await;
    for (account, rating) in [(1, 4), (2, 2), (3, 5), (4, 4)] {
        shop.clock.advance(TimeDelta::minutes(1));
        shop.review(Customer(account), a, rating, &format!("Rəyin nömrəsi: {account}")).await.unwrap();
    }
    // Last characters of the texts (account numbers), total of the filter, number of all reviews.
    let numbers = async |request: ListReviewsRequest| {
        let page = shop.list_reviews(ListReviewsRequest { product: "a".to_owned(), ..request }).await.unwrap();
        let numbers: String = page.reviews.iter().filter_map(|review| review.text.chars().last()).collect();
        (numbers, page.meta.unwrap().total, page.summary.unwrap().count)
    };
    let sorted = |sort: ReviewSort| ListReviewsRequest { sort: sort.into(), ..Default::default() };
    assert_eq!(numbers(sorted(ReviewSort::Newest)).await, ("4321".to_owned(), 4, 4));
    assert_eq!(numbers(sorted(ReviewSort::Best)).await, ("3412".to_owned(), 4, 4));
    assert_eq!(numbers(sorted(ReviewSort::Worst)).await, ("2143".to_owned(), 4, 4));
    let second = ListReviewsRequest { page: 2, per_page: 3, ..Default::default() };
    assert_eq!(numbers(second).await, ("1".to_owned(), 4, 4));
    assert_eq!(numbers(ListReviewsRequest { rating: Some(4), ..Default::default() }).await, ("41".to_owned(), 2, 4));
    assert_eq!(numbers(ListReviewsRequest { verified: Some(true), ..Default::default() }).await, (String::new(), 0, 4));
}

#[sqlx::test(migrator = "catalog::MIGRATOR")]
async fn review_is_verified_by_a_delivery_before_or_after(pool: PgPool) {
    let (shop, a) = shop_with_one_product(pool).await;
    let feeds = FakeFeeds::connect(&shop).await;
    shop.review(AYSEL, a, 5, "Hələ gəlməmişdən sevmişəm.").await.unwrap();
    // A product may be repeated or unknown.
    feeds.deliver(AYSEL, &[a, a, 404]).await;
    feeds.deliver(LEYLA, &[a]).await;
    eventually("the order events", async || feeds.is_applied().await).await;
    shop.review(LEYLA, a, 4, "Gələndən sonra yazıram.").await.unwrap();
    shop.review(Customer(3), a, 1, "Almamışam, amma yazıram.").await.unwrap();

    let verified = ListReviewsRequest { product: "a".to_owned(), verified: Some(true), ..Default::default() };
    let page = shop.list_reviews(verified).await.unwrap();
    assert_eq!(texts(&page), ["Gələndən sonra yazıram.", "Hələ gəlməmişdən sevmişəm."]);
    assert!(shop.review(AYSEL, a, 4, "Yenidən yazıram, aldığım qalır.").await.unwrap().is_verified);
}

#[sqlx::test(migrator = "catalog::MIGRATOR")]
async fn erased_account_leaves_stars_without_name(pool: PgPool) {
    let (shop, a) = shop_with_one_product(pool).await;
    let feeds = FakeFeeds::connect(&shop).await;
    feeds.deliver(AYSEL, &[a]).await;
    let review = shop.review(AYSEL, a, 2, "Mən gedirəm, rəyim qalır.").await.unwrap().id;
    shop.reply_to(AYSEL, review, "Bunu da deyim.").await.unwrap();
    eventually("the delivery", async || feeds.is_applied().await).await;

    feeds.erase(AYSEL).await;
    eventually("the erased account", async || feeds.is_applied().await).await;

    let page = shop.reviews_of("a").await;
    let anonymous = &page.reviews[0];
    assert_eq!(
        (anonymous.author.as_str(), anonymous.text.as_str(), anonymous.rating),
        ("", "Mən gedirəm, rəyim qalır.", 2)
    );
    assert_eq!(anonymous.replies[0].author, "");
    assert_eq!(shop.rating_of("a").await, (2.0, 1));

    let traces = "select count(*) from (
                      select account_id from review union all select account_id from review_reply
                      union all select account_id from purchase union all select account_id from writing
                  ) as trace where account_id = 1";
    let traces: i64 = sqlx::query_scalar(traces).fetch_one(&shop.app.pool).await.unwrap();
    assert_eq!(traces, 0);
}

#[sqlx::test(migrator = "catalog::MIGRATOR")]
async fn own_reviews_are_listed_with_their_product(pool: PgPool) {
    let (shop, a) = shop_with_one_product(pool).await;
    // An e-mail address in the text puts a review on hold.
    shop.review(AYSEL, a, 5, "Mənə yazın: aysel@example.com").await.unwrap();
    shop.review(LEYLA, a, 5, "Başqasının rəyidir bu.").await.unwrap();
    let request = shop.signed(AYSEL, MyReviewsRequest::default());
    let mine = shop.reviews().mine(request).await.unwrap().into_inner();
    assert_eq!((mine.reviews.len(), mine.meta.unwrap().total), (1, 1));
    let (review, product) = (mine.reviews[0].review.as_ref().unwrap(), mine.reviews[0].product.as_ref().unwrap());
    assert_eq!((review.state(), review.is_mine, product.slug.as_str()), (ReviewState::Pending, true, "a"));
    assert_eq!(refusal(shop.reviews().mine(MyReviewsRequest::default()).await), "unauthenticated");
}

#[sqlx::test(migrator = "catalog::MIGRATOR")]
async fn reviews_and_replies_per_day_are_limited(pool: PgPool) {
    let products = (0..22).map(|number| product(&format!("p{number}"), &json!({})));
    let shop = TestShop::start_with(pool, products).await;
    // The limits are 20 reviews and 50 replies.
    for product in 1..=20 {
        shop.review(AYSEL, product, 4, "Bu gün çox yazıram.").await.unwrap();
    }
    assert_eq!(refusal(shop.review(AYSEL, 21, 4, "Bu gün çox yazıram.").await), "too_many_requests");
    // Repeating a review is not counted.
    shop.review(AYSEL, 20, 4, "Bu gün çox yazıram.").await.unwrap();

    let review = shop.review(LEYLA, 21, 4, "Mən ilk dəfə yazıram.").await.unwrap().id;
    let replies = join_all((0..51).map(|number| {
        let shop = &shop;
        async move { shop.reply_to(AYSEL, review, &format!("Cavab {number}")).await }
    }))
    .await;
    assert_eq!(replies.iter().filter(|reply| reply.is_ok()).count(), 50);

    shop.clock.advance(TimeDelta::days(1));
    shop.review(AYSEL, 21, 4, "Sabah yenə yazıram.").await.unwrap();
}

#[sqlx::test(migrator = "catalog::MIGRATOR")]
async fn invalid_reviews_are_refused(pool: PgPool) {
    let (shop, a) = shop_with_one_product(pool).await;
    for (rating, text, expected_error) in [
        (0, "Ulduzsuz rəy olmaz.", "rating: out_of_range"),
        (6, "Altı ulduz da olmaz.", "rating: out_of_range"),
        (5, "Qısadır", "text: too_short"),
        (5, "          ", "text: required"),
        (5, &"a".repeat(2_001), "text: too_long"),
        (5, "Sıfır\0 simvolu var", "text: invalid_characters"),
        (-1, "", "rating: out_of_range, text: required"),
    ] {
        let outcome = shop.review(AYSEL, a, rating, text).await;
        assert_eq!(refusal(outcome), format!("validation_failed {expected_error}"));
    }

    for unknown in [0, -1, 404] {
        assert_eq!(refusal(shop.review(AYSEL, unknown, 5, "Belə məhsul yoxdur.").await), "product_not_found");
    }

    let unsigned = WriteReviewRequest { product_id: a, rating: 5, text: "Mən kiməm, deməyəcəyəm.".to_owned() };
    assert_eq!(refusal(shop.reviews().write(unsigned).await), "unauthenticated");
    let list = |rating| ListReviewsRequest { product: "a".to_owned(), rating: Some(rating), ..Default::default() };
    assert_eq!(refusal(shop.list_reviews(list(6)).await), "validation_failed rating: out_of_range");
    assert_eq!(refusal(shop.list_reviews(ListReviewsRequest::default()).await), "product_not_found");
}

#[sqlx::test(migrator = "catalog::MIGRATOR")]
async fn lists_are_sorted_by_rating(pool: PgPool) {
    let unrated = json!({"rating": 0, "reviews": 0});
    let shop = TestShop::start_with(pool, ["a", "b", "c"].map(|slug| product(slug, &unrated))).await;
    shop.review(AYSEL, shop.id_of("b").await, 5, "Bu ən yaxşısıdır mənə görə.").await.unwrap();
    shop.review(AYSEL, shop.id_of("c").await, 3, "Bu isə orta səviyyədədir.").await.unwrap();
    let best = ListProductsRequest { sort: ProductSort::Rating.into(), ..Default::default() };
    assert_eq!(shop.slugs(best).await, ["b", "c", "a"]);
}
