//! All that the shop knows of the caller, joined from the services that know it.

use axum::{
    extract::State,
    http::{HeaderName, HeaderValue, header},
};
use kit::client::retry;
use proto::{
    auth::{AccountExport, ExportRequest},
    catalog::{ListLikesRequest, ProductCard},
    notification::{ListNotificationsRequest, Notification},
    order::{Cart, GetCartRequest},
};
use serde::Serialize;
use tonic::Status;
use utoipa::ToSchema;
use utoipa_axum::{router::OpenApiRouter, routes};

use crate::{
    extract::Caller,
    problem::Problem,
    reply::{Data, Json, tell},
    services::Services,
};

/// Notifications: pages of so many, and no more than so many pages.
const PER_PAGE: i64 = 100;
const MOST_PAGES: i64 = 20;

pub fn routes() -> OpenApiRouter<Services> {
    OpenApiRouter::new().routes(routes!(account_likes_cart_and_notifications))
}

#[derive(Serialize, ToSchema)]
pub struct Export {
    account: AccountExport,
    likes: Vec<ProductCard>,
    cart: Cart,
    /// Newest first.
    notifications: Vec<Notification>,
}

/// Everything the shop knows of the caller
///
/// A file to keep, whole or not at all.
#[utoipa::path(get, path = "/user/export", tag = "profile", security(("bearer" = [])),
    responses((status = OK, description = "The account and all that belongs to it", body = Data<Export>,
        headers(("Content-Disposition" = String, description = "A file named for the account")))))]
async fn account_likes_cart_and_notifications(
    State(services): State<Services>,
    caller: Caller,
) -> Result<([(HeaderName, HeaderValue); 1], Json<Data<Export>>), Problem> {
    let all = ListLikesRequest { is_get_all: true, ..ListLikesRequest::default() };
    let account = retry(async || services.profiles().export(caller.sign(ExportRequest {})).await);
    let likes = retry(async || services.likes().list(caller.sign(all)).await);
    let cart = retry(async || services.carts().get(caller.sign(GetCartRequest {})).await);
    let (account, likes, cart, notifications) =
        tokio::try_join!(account, likes, cart, every_notification(&services, &caller))?;
    let (account, likes, cart) = (account.into_inner(), likes.into_inner().products, cart.into_inner());
    let name = file_name(&account);
    Ok(([(header::CONTENT_DISPOSITION, name)], tell(Export { account, likes, cart, notifications })))
}

async fn every_notification(services: &Services, caller: &Caller) -> Result<Vec<Notification>, Status> {
    let mut all = Vec::new();
    for page in 1..=MOST_PAGES {
        let request = ListNotificationsRequest { page, per_page: PER_PAGE };
        let answer = retry(async || services.notifications().list(caller.sign(request)).await).await?.into_inner();
        all.extend(answer.notifications);
        if answer.meta.is_none_or(|meta| page >= meta.last_page) {
            break;
        }
    }
    Ok(all)
}

fn file_name(account: &AccountExport) -> HeaderValue {
    let code = account.user.as_ref().map_or("", |user| &user.code);
    HeaderValue::from_str(&format!("attachment; filename=\"sovqat-{code}.json\""))
        .unwrap_or(HeaderValue::from_static("attachment"))
}
