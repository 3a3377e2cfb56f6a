//! Rules of staff for search texts: what is searched for instead, and which products are shown first.

use kit::client::Channel;
use proto::catalog::{
    CreateSearchRuleRequest, DeleteSearchRuleRequest, ListProductsRequest, ProductSort, SearchRule, SearchRuleDraft,
    SearchRuleListRequest, SuggestRequest, UpdateSearchRuleRequest, search_rule_desk_client::SearchRuleDeskClient,
};
use serde_json::json;
use sqlx::PgPool;
use tonic::Status;

use crate::shop::{Customer, TestShop, product, refusal, slugs};

impl TestShop {
    fn rules(&self) -> SearchRuleDeskClient<Channel> {
        SearchRuleDeskClient::new(self.channel())
    }

    pub async fn create_rule(&self, rule: SearchRuleDraft) -> Result<SearchRule, Status> {
        let request = CreateSearchRuleRequest { rule: Some(rule) };
        Ok(self.rules().create(self.signed_by_operator(request)).await?.into_inner())
    }

    pub async fn update_rule(&self, rule: &SearchRule, draft: SearchRuleDraft) -> Result<SearchRule, Status> {
        let request = UpdateSearchRuleRequest { id: rule.id, version: Some(rule.version), rule: Some(draft) };
        Ok(self.rules().update(self.signed_by_operator(request)).await?.into_inner())
    }

    pub async fn delete_rule(&self, id: i64) -> Result<SearchRule, Status> {
        let request = DeleteSearchRuleRequest { id };
        Ok(self.rules().delete(self.signed_by_operator(request)).await?.into_inner())
    }

    async fn rule_texts(&self, part: &str) -> Vec<String> {
        let request = SearchRuleListRequest { search: Some(part.to_owned()), ..Default::default() };
        let page = self.rules().list(self.signed_by_operator(request)).await.unwrap().into_inner();
        assert_eq!(page.meta.unwrap().total as usize, page.rules.len());
        page.rules.into_iter().map(|rule| rule.text).collect()
    }
}

pub fn instead_of(text: &str, instead: &str) -> SearchRuleDraft {
    SearchRuleDraft { text: Some(text.to_owned()), instead: Some(instead.to_owned()), ..Default::default() }
}

fn first_for(text: &str, products: &[i64]) -> SearchRuleDraft {
    SearchRuleDraft { text: Some(text.to_owned()), first_product_ids: products.to_vec(), ..Default::default() }
}

fn search_for(text: &str) -> ListProductsRequest {
    ListProductsRequest { search: Some(text.to_owned()), ..Default::default() }
}

/// Two cups, a cheap vase and a dear vase.
async fn shop_with_cups_and_vases(pool: PgPool) -> TestShop {
    let named = |slug: &str, name: &str, price: i64| product(slug, &json!({"name": {"az": name}, "price": price}));
    let products = [
        named("fincan-1", "Fincan", 1_000),
        named("fincan-2", "Fincan", 2_000),
        named("ucuz-vaza", "Vaza", 500),
        named("baha-vaza", "Vaza", 9_000),
    ];
    TestShop::start_with(pool, products).await
}

#[sqlx::test(migrator = "catalog::MIGRATOR")]
async fn a_rule_searches_for_another_text_and_says_so(pool: PgPool) {
    let shop = shop_with_cups_and_vases(pool).await;
    assert!(shop.slugs(search_for("Kuşə qab")).await.is_empty());
    let rule = shop.create_rule(instead_of("Kuşə qab", "vaza")).await.unwrap();
    let page = shop.list(search_for("kuse  QAB")).await.unwrap();
    assert_eq!(page.corrected.as_deref(), Some("vaza"));
    let mut found = slugs(&page);
    found.sort_unstable();
    assert_eq!(found, ["baha-vaza", "ucuz-vaza"]);
    let suggest = SuggestRequest { query: "kuşə qab".to_owned() };
    let suggestions = shop.search().suggest(suggest).await.unwrap().into_inner();
    assert_eq!(
        (suggestions.products.len(), suggestions.corrected.as_deref()),
        (1, Some("vaza")),
        "one of the same name"
    );
    assert!(shop.slugs(search_for("kuşə")).await.is_empty(), "a rule applies to the whole text only");

    shop.delete_rule(rule.id).await.unwrap();
    assert!(shop.slugs(search_for("Kuşə qab")).await.is_empty());
    assert_eq!(refusal(shop.delete_rule(rule.id).await), "search_rule_not_found");
}

#[sqlx::test(migrator = "catalog::MIGRATOR")]
async fn products_of_a_rule_come_first_unless_filters_exclude_them(pool: PgPool) {
    let shop = shop_with_cups_and_vases(pool).await;
    let (cheap, dear, cup) =
        (shop.id_of("ucuz-vaza").await, shop.id_of("baha-vaza").await, shop.id_of("fincan-1").await);
    let rule = shop.create_rule(first_for("fincan", &[dear, cup, cheap])).await.unwrap();
    let names: Vec<_> = rule.first_products.iter().map(|product| product.name.clone().unwrap().az).collect();
    assert_eq!(names, ["Vaza", "Fincan", "Vaza"]);

    let page = shop.list(search_for("fincan")).await.unwrap();
    assert_eq!(slugs(&page), ["baha-vaza", "fincan-1", "ucuz-vaza", "fincan-2"]);
    assert_eq!(page.meta.unwrap().total, 4);
    let second = ListProductsRequest { page: 2, per_page: 3, ..search_for("fincan") };
    assert_eq!(shop.slugs(second).await, ["fincan-2"]);
    let cheaper = ListProductsRequest { max_price: Some(1_500), ..search_for("fincan") };
    assert_eq!(shop.slugs(cheaper).await, ["fincan-1", "ucuz-vaza"]);
    let by_price = ListProductsRequest { sort: ProductSort::PriceAsc.into(), ..search_for("fincan") };
    assert_eq!(shop.slugs(by_price).await, ["ucuz-vaza", "fincan-1", "fincan-2", "baha-vaza"]);
    let elsewhere = ListProductsRequest { category: Some("hediyyeler".to_owned()), ..search_for("fincan") };
    assert!(shop.slugs(elsewhere).await.is_empty(), "none of them is in this category");
}

#[sqlx::test(migrator = "catalog::MIGRATOR")]
async fn products_of_a_rule_are_shown_for_a_text_that_finds_nothing(pool: PgPool) {
    let shop = shop_with_cups_and_vases(pool).await;
    let cheap = shop.id_of("ucuz-vaza").await;
    shop.create_rule(first_for("xonça", &[cheap])).await.unwrap();
    assert_eq!(shop.slugs(search_for("XONÇA")).await, ["ucuz-vaza"]);
    sqlx::query("update product set state = 'withdrawn' where product_id = $1")
        .bind(cheap)
        .execute(&shop.app.pool)
        .await
        .unwrap();
    let rules = shop.rules().list(shop.signed_by_operator(SearchRuleListRequest::default())).await.unwrap();
    assert!(!rules.into_inner().rules[0].first_products[0].is_for_sale);
}

#[sqlx::test(migrator = "catalog::MIGRATOR")]
async fn products_of_a_rule_come_first_for_a_text_that_matches_only_in_part(pool: PgPool) {
    let shop = shop_with_cups_and_vases(pool).await;
    let dear = shop.id_of("baha-vaza").await;
    shop.create_rule(first_for("fincan xonça", &[dear])).await.unwrap();
    let found = shop.slugs(search_for("fincan xonça")).await;
    assert_eq!(found[0], "baha-vaza");
    assert_eq!(found.len(), 3, "and the two cups: {found:?}");
    let suggest = SuggestRequest { query: "xonça fincan".to_owned() };
    assert_ne!(shop.search().suggest(suggest).await.unwrap().into_inner().products[0].slug, "baha-vaza");
    let suggest = SuggestRequest { query: "Fincan  xonça".to_owned() };
    assert_eq!(shop.search().suggest(suggest).await.unwrap().into_inner().products[0].slug, "baha-vaza");
}

#[sqlx::test(migrator = "catalog::MIGRATOR")]
async fn another_process_applies_a_rule_when_it_reads_the_table(pool: PgPool) {
    let shop = shop_with_cups_and_vases(pool).await;
    // As another replica would.
    sqlx::query("insert into search_rule (text, folded, instead, changed_at) values ('Qab', 'qab', 'fincan', now())")
        .execute(&shop.app.pool)
        .await
        .unwrap();
    assert!(shop.slugs(search_for("qab")).await.is_empty());
    catalog::read_search_rules(&shop.app).await.unwrap();
    assert_eq!(shop.slugs(search_for("qab")).await.len(), 2);
}

#[sqlx::test(migrator = "catalog::MIGRATOR")]
async fn the_second_of_two_operators_gets_a_conflict_and_texts_are_unique(pool: PgPool) {
    let shop = shop_with_cups_and_vases(pool).await;
    let rule = shop.create_rule(instead_of("Qab", "fincan")).await.unwrap();
    assert_eq!(refusal(shop.create_rule(instead_of(" QAB ", "vaza")).await), "validation_failed text: duplicate");
    let updated = shop.update_rule(&rule, instead_of("Qab", "vaza")).await.unwrap();
    assert_eq!((updated.version, updated.instead.as_deref()), (2, Some("vaza")));
    assert_eq!(refusal(shop.update_rule(&rule, instead_of("Qab", "güldan")).await), "search_rule_changed");
    let again = shop.update_rule(&rule, instead_of("Qab", "vaza")).await.unwrap();
    assert_eq!(again.version, 2, "unchanged content is not written");

    shop.create_rule(instead_of("Güldan", "vaza")).await.unwrap();
    assert_eq!(shop.rule_texts("").await, ["Güldan", "Qab"]);
    assert_eq!(shop.rule_texts("gül").await, ["Güldan"]);
    let actions: Vec<String> =
        sqlx::query_scalar("select action from audit order by audit_id").fetch_all(&shop.app.pool).await.unwrap();
    assert_eq!(actions, ["search_rule_created", "search_rule_updated", "search_rule_created"]);
}

#[sqlx::test(migrator = "catalog::MIGRATOR")]
async fn incomplete_and_impossible_rules_are_refused(pool: PgPool) {
    let shop = shop_with_cups_and_vases(pool).await;
    let cup = shop.id_of("fincan-1").await;
    let empty = SearchRuleDraft::default();
    for (draft, expected) in [
        (empty, "text: required, instead: required"),
        (instead_of("!!!", "vaza"), "text: invalid"),
        (instead_of("vaza", "VAZA"), "instead: duplicate"),
        (instead_of(&"ə".repeat(61), "vaza"), "text: too_long"),
        (first_for("qab", &[cup, cup]), "firstProductIds: duplicate"),
        (first_for("qab", &(1..=13).collect::<Vec<_>>()), "firstProductIds: too_many"),
        (first_for("qab", &[cup, 999_999]), "firstProductIds: unknown_value"),
    ] {
        assert_eq!(refusal(shop.create_rule(draft).await), format!("validation_failed {expected}"));
    }
    let request = CreateSearchRuleRequest { rule: Some(instead_of("qab", "vaza")) };
    let refused = shop.rules().create(shop.signed(Customer(7), request)).await;
    assert_eq!(refusal(refused.map(tonic::Response::into_inner)), "forbidden");
}
