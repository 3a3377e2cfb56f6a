//! The caller's cart, and the check before an order.

use axum::extract::State;
use kit::client::retry;
use proto::{
    catalog::CountLikesRequest,
    order::{
        AddRequest, Cart, CheckRequest, CheckedCart, ClearRequest, CountCartRequest, GetCartRequest, GuestLine,
        MergeCartRequest, MergedCart, RemoveRequest, UpdateRequest,
    },
};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;
use utoipa_axum::{router::OpenApiRouter, routes};

use crate::{
    extract::{Caller, IdempotencyKey, Json, Signed},
    reply::{Data, Reply, reply, tell},
    services::Services,
};

pub fn routes() -> OpenApiRouter<Services> {
    OpenApiRouter::new()
        .routes(routes!(get))
        .routes(routes!(counts_of_cart_and_likes))
        .routes(routes!(add))
        .routes(routes!(update))
        .routes(routes!(remove))
        .routes(routes!(clear))
        .routes(routes!(merge))
        .routes(routes!(check))
}

/// The numbers in the header of the site.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct Counts {
    /// The number of units in the cart, not of lines.
    cart_count: i64,
    fav_count: i64,
}

/// The cart
#[utoipa::path(get, path = "/cart/all", operation_id = "getCart", tag = "cart", security(("bearer" = [])),
    responses((status = OK, description = "At today's prices and stock", body = Data<Cart>)))]
async fn get(State(services): State<Services>, caller: Caller) -> Reply<Cart> {
    reply(retry(async || services.carts().get(caller.sign(GetCartRequest {})).await).await)
}

/// The number of units in the cart and of favourites
#[utoipa::path(get, path = "/cart/counts", operation_id = "getCounts", tag = "cart", security(("bearer" = [])),
    responses((status = OK, description = "Both counts", body = Data<Counts>)))]
async fn counts_of_cart_and_likes(State(services): State<Services>, caller: Caller) -> Reply<Counts> {
    let cart = retry(async || services.carts().count(caller.sign(CountCartRequest {})).await);
    let likes = retry(async || services.likes().count(caller.sign(CountLikesRequest {})).await);
    let (cart, likes) = tokio::try_join!(cart, likes)?;
    let counts = Counts { cart_count: cart.get_ref().cart_count, fav_count: likes.get_ref().fav_count };
    Ok(tell(counts))
}

/// Add a product to the cart
///
/// Adds to the units that the line already has; one unit if `count` is absent.
#[utoipa::path(post, path = "/cart/add", operation_id = "addToCart",
    tag = "cart", request_body = AddRequest, security(("bearer" = [])),
    responses((status = OK, description = "The cart", body = Data<Cart>)))]
async fn add(State(services): State<Services>, caller: Caller, Json(body): Json<AddRequest>) -> Reply<Cart> {
    reply(services.carts().add(caller.sign(body)).await)
}

/// Set the number of units of a cart line
#[utoipa::path(post, path = "/cart/update", operation_id = "updateCart",
    tag = "cart", request_body = UpdateRequest, security(("bearer" = [])),
    responses((status = OK, description = "The cart", body = Data<Cart>)))]
async fn update(State(services): State<Services>, caller: Caller, Json(body): Json<UpdateRequest>) -> Reply<Cart> {
    reply(services.carts().update(caller.sign(body)).await)
}

/// Remove a line from the cart
///
/// Without a size, removes all lines of the product.
#[utoipa::path(post, path = "/cart/remove", operation_id = "removeFromCart",
    tag = "cart", request_body = RemoveRequest, security(("bearer" = [])),
    responses((status = OK, description = "The cart", body = Data<Cart>)))]
async fn remove(State(services): State<Services>, caller: Caller, Json(body): Json<RemoveRequest>) -> Reply<Cart> {
    reply(services.carts().remove(caller.sign(body)).await)
}

/// Empty the cart
#[utoipa::path(post, path = "/cart/clear", operation_id = "clearCart",
    tag = "cart", request_body = ClearRequest, security(("bearer" = [])),
    responses((status = OK, description = "The cart, empty", body = Data<Cart>)))]
async fn clear(State(services): State<Services>, caller: Caller) -> Reply<Cart> {
    reply(services.carts().clear(caller.sign(ClearRequest {})).await)
}

/// A guest's cart.
#[derive(Deserialize, ToSchema)]
pub struct GuestBasket {
    /// At most 500 lines.
    #[serde(default)]
    #[schema(required = true)]
    lines: Vec<GuestLine>,
}

/// Merge a guest's cart into the caller's cart
///
/// Called after sign-in. The merge is one transaction. Counts are added to those in the cart, and every line has the outcome `added`,
/// `shortened`, `replaced` or `gone`, with the reason. Repeating the request with the same `Idempotency-Key` adds nothing.
#[utoipa::path(post, path = "/cart/merge", operation_id = "mergeCart",
    tag = "cart", request_body = GuestBasket, security(("bearer" = [])),
    params(("Idempotency-Key" = String, Header, description = "Made up by the client, once for each basket")),
    responses((status = OK, description = "The cart, and what became of each line", body = Data<MergedCart>)))]
async fn merge(
    State(services): State<Services>,
    caller: Caller,
    IdempotencyKey(idempotency_key): IdempotencyKey,
    Json(GuestBasket { lines }): Json<GuestBasket>,
) -> Reply<MergedCart> {
    let request = MergeCartRequest { lines, idempotency_key };
    reply(retry(async || services.carts().merge(caller.sign(request.clone())).await).await)
}

/// Check whether the cart can be ordered
///
/// Returns all problems at once, or a signed quote if there are none. If the app signs the request, `bonus` tells how many bonuses can be
/// spent, and `bonusAmount` spends them.
#[utoipa::path(post, path = "/order/check", operation_id = "checkOrder",
    tag = "cart", request_body = CheckRequest, security(("bearer" = [])),
    params(
        ("Content-Digest" = Option<String>, Header, description = "With a signature: RFC 9530, `sha-256`"),
        ("Signature-Input" = Option<String>, Header, description = "By the app: RFC 9421, as docs/APP-SIGNATURES.md says"),
        ("Signature" = Option<String>, Header, description = "By the app: RFC 9421, `ecdsa-p256-sha256`"),
    ),
    responses((status = OK, description = "Lines, problems and what it would cost", body = Data<CheckedCart>)))]
async fn check(
    State(services): State<Services>,
    caller: Caller,
    Signed { body, message }: Signed<CheckRequest>,
) -> Reply<CheckedCart> {
    let caller = caller.proven_by_app(&services, message).await?;
    reply(services.carts().check(caller.sign(body)).await)
}
