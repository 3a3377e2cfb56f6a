//! Compares product lists with the database, for other tests.

use proto::catalog::{AllCategoriesRequest, ListProductsRequest};
use sqlx::PgPool;

use crate::shop::TestShop;

const PER_PAGE: i64 = 100;

impl TestShop {
    /// Describes each list that differs from the database. Tests expect none.
    pub async fn list_errors(&self) -> Vec<String> {
        self.wait_for_index().await;
        let mut errors = Vec::new();
        for in_stock in [None, Some(true)] {
            let request = ListProductsRequest { in_stock, ..Default::default() };
            let (listed, expected) = (self.all_ids(request).await, self.for_sale(in_stock.is_some()).await);
            if listed != expected {
                errors.push(format!("in stock {in_stock:?}: {listed:?} instead of {expected:?}"));
            }
        }

        let categories = self.categories().all(AllCategoriesRequest {}).await.unwrap().into_inner().categories;
        let listed_counts = categories.into_iter().map(|category| (category.id, category.product_count));
        let (mut listed_counts, expected): (Vec<_>, _) = (listed_counts.collect(), self.counts_of_categories().await);
        listed_counts.sort_unstable();
        if listed_counts != expected {
            errors.push(format!("categories: {listed_counts:?} instead of {expected:?}"));
        }

        for (store, expected) in self.counts_of_open_stores().await {
            let request = ListProductsRequest { store: Some(store.to_string()), ..Default::default() };
            let total = self.list(request).await.map(|page| page.meta.map_or(0, |meta| meta.total));
            if total.as_ref().ok() != Some(&expected) {
                errors.push(format!("store {store}: {total:?} instead of {expected}"));
            }
        }
        errors
    }

    async fn all_ids(&self, request: ListProductsRequest) -> Vec<i64> {
        let (mut ids, mut search_id) = (Vec::new(), None);
        for page in 1.. {
            let page_request = ListProductsRequest { page, per_page: PER_PAGE, search_id, ..request.clone() };
            let response = self.list(page_request).await.unwrap();
            ids.extend(response.products.iter().map(|card| card.id));
            search_id = response.search_id;
            if (response.products.len() as i64) < PER_PAGE {
                assert_eq!(response.meta.unwrap().total, ids.len() as i64);
                break;
            }
        }
        ids
    }

    /// From the tables, most popular first.
    async fn for_sale(&self, in_stock: bool) -> Vec<i64> {
        let query = "select product_id
                        from product
                        where is_published and store_is_open and (stock > reserved or not $1)
                        order by rank desc, product_id desc";
        sqlx::query_scalar(query).bind(in_stock).fetch_all(&self.app.pool).await.unwrap()
    }

    /// Products for sale in each category and below, by category id, from the tables.
    async fn counts_of_categories(&self) -> Vec<(i64, i64)> {
        let query = "select category.category_id, count(distinct product.product_id)
                        from category
                        left join category_path on category_path.ancestor_id = category.category_id
                        left join product_category on product_category.category_id = category_path.descendant_id
                        left join product on product.product_id = product_category.product_id
                            and product.is_published and product.store_is_open
                        group by category.category_id
                        order by category.category_id";
        sqlx::query_as(query).fetch_all(&self.app.pool).await.unwrap()
    }

    /// Published products of each open store, by store id, from the tables.
    async fn counts_of_open_stores(&self) -> Vec<(i64, i64)> {
        let query = "select store_ref.store_id, count(product.product_id)
                        from store_ref
                        left join product on product.store_id = store_ref.store_id and product.is_published
                        where store_ref.is_open
                        group by store_ref.store_id";
        sqlx::query_as(query).fetch_all(&self.app.pool).await.unwrap()
    }
}

/// Tests [`TestShop::list_errors`] itself, which could hide errors.
#[sqlx::test(migrator = "catalog::MIGRATOR")]
async fn lists_that_differ_from_the_tables_are_detected(pool: PgPool) {
    let products = ["a", "b"].map(|slug| crate::shop::product(slug, &serde_json::json!({})));
    let shop = TestShop::start_with(pool.clone(), products).await;
    assert_eq!(shop.list_errors().await, Vec::<String>::new());

    // The statements publish no events, so the index cannot know of them.
    sqlx::query("update product set popularity = 99 where slug = 'a'").execute(&pool).await.unwrap();
    assert_eq!(shop.list_errors().await.len(), 2, "the order is wrong, with and without `in_stock`");
    sqlx::query("update product set popularity = 50, stock = 0 where slug = 'a'").execute(&pool).await.unwrap();
    assert_eq!(shop.list_errors().await.len(), 1, "a sold-out product is listed as in stock");
}
