//! The read side of lists. A shelf is what a list shows before anything is filtered: the whole shop, a category with
//! everything below it, or a store; its rows carry the columns that lists sort and filter by, and its exact count is a
//! column of its own.
//!
//! Why: with joins, a page of a large category sorts all its products to show 24, and counts them all to tell how many
//! there are. On a shelf the page is a range of one index and the count one row, however many products there are. The
//! price is about five narrow rows a product, written only when a product's price, standing or place changes; what is
//! left of it in stock is read from the product itself.
//!
//! Nobody edits shelves: whoever changes a product takes the [`lock`] first and calls [`rebuild`] last, in the same
//! transaction, and the view `shelf_wanted` says what ought to stand where. So products change shelves in one
//! transaction at a time; they are read by any number.
//!
//! Who sells or reviews a product leaves it where it stands and only changes what its rows say. Such transactions
//! [`share`] the lock, lock their products by id and call [`refresh`]: any number of them run at once, and two of the
//! same product take turns at its row. Who brings products that are new shares it as well: nobody else can see them yet.

use sqlx::PgConnection;

/// What a shelf is of, by slug or id. A store is one that is open.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Place {
    Shop,
    Category(String),
    Store(String),
}

impl Place {
    pub(super) fn kind(&self) -> &'static str {
        match self {
            Self::Shop => "shop",
            Self::Category(_) => "category",
            Self::Store(_) => "store",
        }
    }

    pub(super) fn slug(&self) -> Option<&str> {
        match self {
            Self::Shop => None,
            Self::Category(slug_or_id) | Self::Store(slug_or_id) => Some(slug_or_id),
        }
    }

    pub(super) fn id(&self) -> Option<i64> {
        self.slug()?.parse().ok()
    }
}

/// A shelf for every category and store that has none yet.
pub async fn put_up(tx: &mut PgConnection) -> sqlx::Result<()> {
    sqlx::query!(
        "insert into shelf (category_id, store_id)
         select category_id, null from category
         union all
         select null, store_id from store_ref
         on conflict do nothing",
    )
    .execute(tx)
    .await?;
    Ok(())
}

/// Held to the end of the transaction by whoever is about to change what stands on shelves, before it reads or locks a
/// product. Otherwise two who change the same product (its store closes, its discount begins) would each put up what
/// the other has just made wrong.
pub async fn lock(tx: &mut PgConnection) -> sqlx::Result<()> {
    sqlx::query!("select pg_advisory_xact_lock(hashtext('sovqat.catalog.shelves'))").fetch_one(tx).await?;
    Ok(())
}

/// [`lock`], held together with others: for who locks products by id and then only changes what their rows on the
/// shelves say.
pub async fn share(tx: &mut PgConnection) -> sqlx::Result<()> {
    sqlx::query!("select pg_advisory_xact_lock_shared(hashtext('sovqat.catalog.shelves'))").fetch_one(tx).await?;
    Ok(())
}

/// [`share`], unless somebody holds the lock alone, or waits to.
pub async fn try_share(tx: &mut PgConnection) -> sqlx::Result<bool> {
    sqlx::query_scalar!(
        r#"select pg_try_advisory_xact_lock_shared(hashtext('sovqat.catalog.shelves')) as "is_shared!""#
    )
    .fetch_one(tx)
    .await
}

/// Begins a transaction with [`share`], in one round trip.
pub const BEGIN_SHARING: &str = "begin; select pg_advisory_xact_lock_shared(hashtext('sovqat.catalog.shelves'))";

/// Brings what the shelves say of products into agreement with the products. Rows that are right already are not
/// written.
pub async fn refresh(tx: &mut PgConnection, products: &[i64]) -> sqlx::Result<()> {
    sqlx::query!(
        "update shelf_product
         set store_id = wanted.store_id, price = wanted.price, popularity = wanted.popularity, review_count = wanted.review_count,
             published_at = wanted.published_at, rating = wanted.rating, is_discounted = wanted.is_discounted, in_stock = wanted.in_stock
         from shelf_wanted as wanted
         where wanted.product_id = any ($1) and shelf_product.shelf_id = wanted.shelf_id and shelf_product.product_id = wanted.product_id
         and (shelf_product.store_id, shelf_product.price, shelf_product.popularity, shelf_product.review_count,
              shelf_product.published_at, shelf_product.rating, shelf_product.is_discounted, shelf_product.in_stock)
             is distinct from
             (wanted.store_id, wanted.price, wanted.popularity, wanted.review_count,
              wanted.published_at, wanted.rating, wanted.is_discounted, wanted.in_stock)",
        products,
    )
    .execute(tx)
    .await?;
    Ok(())
}

/// Brings the shelves into agreement with the products, and the counts with the shelves.
pub async fn rebuild(tx: &mut PgConnection, products: &[i64]) -> sqlx::Result<()> {
    refresh(tx, products).await?;
    sqlx::query!(
        "with wanted as materialized (
             select * from shelf_wanted where product_id = any ($1)
         ),
         gone as (
             delete from shelf_product
             where product_id = any ($1)
             and not exists (
                 select from wanted
                 where wanted.shelf_id = shelf_product.shelf_id and wanted.product_id = shelf_product.product_id)
             returning shelf_id
         ),
         come as (
             insert into shelf_product (shelf_id, product_id, store_id, price, popularity, review_count, published_at, rating,
                                        is_discounted, in_stock)
             select shelf_id, product_id, store_id, price, popularity, review_count, published_at, rating, is_discounted, in_stock
             from wanted
             on conflict do nothing
             returning shelf_id
         ),
         difference as (
             select shelf_id, sum(amount) as amount
             from (select shelf_id, -1 as amount from gone union all select shelf_id, 1 from come) as moved
             group by shelf_id
             having sum(amount) <> 0
         )
         update shelf
         set product_count = shelf.product_count + difference.amount
         from difference
         where shelf.shelf_id = difference.shelf_id",
        products,
    )
    .execute(tx)
    .await?;
    Ok(())
}

/// How many products have come to a shelf.
pub struct Gain {
    pub shelf_id: i64,
    pub products: i64,
}

/// [`rebuild`] for products that have never stood anywhere: there is nothing to compare with. Whoever puts them up says
/// [`add`] last: the rows of the shelves are everybody's.
///
/// It says by itself what `shelf_wanted` says, once the products are read: asked for thousands of products, the view has the planner
/// read all that the shop sells instead, and every batch of an import costs more than the one before.
pub async fn put(tx: &mut PgConnection, products: &[i64]) -> sqlx::Result<Vec<Gain>> {
    sqlx::query_as!(
        Gain,
        r#"with new as materialized (
             select product.product_id, product.store_id, product.price_now as price, product.rank as popularity, product.review_count,
                    product.published_at, product.rating, product.is_discounted, product.stock > product.reserved as in_stock
             from product
             join store_ref on store_ref.store_id = product.store_id
             where product.product_id = any ($1) and product.is_published and store_ref.is_open
         ),
         place as (
             select shelf.shelf_id, new.product_id
             from new
             join shelf on shelf.category_id is null and shelf.store_id is null
             union all
             select shelf.shelf_id, new.product_id
             from new
             join shelf on shelf.store_id = new.store_id
             union all
             select distinct shelf.shelf_id, new.product_id
             from new
             join product_category on product_category.product_id = new.product_id
             join category_path on category_path.descendant_id = product_category.category_id
             join shelf on shelf.category_id = category_path.ancestor_id
         ),
         come as (
             insert into shelf_product (shelf_id, product_id, store_id, price, popularity, review_count, published_at, rating,
                                        is_discounted, in_stock)
             select place.shelf_id, new.product_id, new.store_id, new.price, new.popularity, new.review_count, new.published_at, new.rating,
                    new.is_discounted, new.in_stock
             from place
             join new on new.product_id = place.product_id
             -- As one of the indexes has them; no order does for more than one, and by id it would be none.
             order by place.shelf_id, new.popularity desc, new.product_id desc
             returning shelf_id
         )
         select shelf_id as "shelf_id!", count(*) as "products!"
         from come
         group by shelf_id
         order by shelf_id"#,
        products,
    )
    .fetch_all(tx)
    .await
}

/// Counts what was put up.
pub async fn add(tx: &mut PgConnection, gains: &[Gain]) -> sqlx::Result<()> {
    let (shelves, products): (Vec<_>, Vec<_>) = gains.iter().map(|gain| (gain.shelf_id, gain.products)).unzip();
    sqlx::query!(
        "update shelf
         set product_count = product_count + gain.products
         from unnest($1::bigint[], $2::bigint[]) as gain (shelf_id, products)
         where shelf.shelf_id = gain.shelf_id",
        &shelves,
        &products,
    )
    .execute(tx)
    .await?;
    Ok(())
}
