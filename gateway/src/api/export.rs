//! The export of all data of an account, read from every service.

use axum::{
    extract::State,
    http::{HeaderName, HeaderValue, header},
};
use kit::client::retry;
use proto::{
    auth::{AccountExport, ExportRequest},
    catalog::{
        ListLikesRequest, MyListsRequest, MyRepliesRequest, MyReply, MyReview, MyReviewsRequest, ProductCard,
        ProductList,
    },
    common::PageMeta,
    notification::{
        GetPreferencesRequest, ListNotificationsRequest, MyTicketsRequest, Notification, NotificationPreferences,
        TicketLetter,
    },
    order::{
        BonusEntry, Cart, Cashout, EarningEntry, GetBonusesRequest, GetCartRequest, GetEarningsRequest,
        ListCashoutsRequest, ListOrdersRequest, Order,
    },
    store::{Store, SubscriptionsRequest},
};
use serde::Serialize;
use tonic::{Code, Response, Status};
use utoipa::ToSchema;
use utoipa_axum::{router::OpenApiRouter, routes};

use crate::{
    extract::Caller,
    problem::Problem,
    reply::{Data, Json, envelope},
    services::Services,
};

/// Histories are read in pages of this size, up to `MAX_PAGES` pages each.
const PER_PAGE: i64 = 100;
const MAX_PAGES: i64 = 20;

pub fn routes() -> OpenApiRouter<Services> {
    OpenApiRouter::new().routes(routes!(export_account))
}

#[derive(Serialize, ToSchema)]
pub struct Export {
    account: AccountExport,
    likes: Vec<ProductCard>,
    /// Newest first.
    reviews: Vec<MyReview>,
    /// Replies to reviews, newest first.
    replies: Vec<MyReply>,
    /// Newest first.
    lists: Vec<ProductList>,
    cart: Cart,
    /// Newest first.
    orders: Vec<Order>,
    /// Newest first.
    notifications: Vec<Notification>,
    /// The caller's choice of notifications.
    preferences: NotificationPreferences,
    /// The stores that the caller follows.
    subscriptions: Vec<Store>,
    /// Messages to the shop, newest first.
    tickets: Vec<TicketLetter>,
    /// The history of bonuses, newest first.
    bonuses: Vec<BonusEntry>,
    /// A blogger's earnings, newest first.
    earnings: Vec<EarningEntry>,
    /// A blogger's cash-outs, newest first.
    cashouts: Vec<Cashout>,
}

/// Export all data that the shop stores about the caller
///
/// Returns a JSON file, or an error if any part is unavailable. Each history contains the newest 2,000 entries at most.
#[utoipa::path(get, path = "/user/export", operation_id = "exportAccount", tag = "profile", security(("bearer" = [])),
    responses((status = OK, description = "The account and all its data", body = Data<Export>,
        headers(("Content-Disposition" = String, description = "The file name contains the account's code")))))]
async fn export_account(
    State(services): State<Services>,
    caller: Caller,
) -> Result<([(HeaderName, HeaderValue); 1], Json<Data<Export>>), Problem> {
    let state = read_state(&services, &caller);
    let activity = read_activity(&services, &caller);
    let money = read_money(&services, &caller);
    let (state, activity, money) = tokio::try_join!(state, activity, money)?;
    let name = file_name(&state.account);
    let export = Export {
        account: state.account,
        likes: state.likes,
        reviews: activity.reviews,
        replies: activity.replies,
        lists: state.lists,
        cart: state.cart,
        orders: activity.orders,
        notifications: activity.notifications,
        preferences: state.preferences,
        subscriptions: state.subscriptions,
        tickets: activity.tickets,
        bonuses: money.bonuses,
        earnings: money.earnings,
        cashouts: money.cashouts,
    };
    Ok(([(header::CONTENT_DISPOSITION, name)], envelope(export)))
}

struct CurrentState {
    account: AccountExport,
    likes: Vec<ProductCard>,
    lists: Vec<ProductList>,
    cart: Cart,
    preferences: NotificationPreferences,
    subscriptions: Vec<Store>,
}

async fn read_state(services: &Services, caller: &Caller) -> Result<CurrentState, Status> {
    let all_likes = ListLikesRequest { is_get_all: true, ..ListLikesRequest::default() };
    let all_stores = SubscriptionsRequest { is_get_all: true, ..SubscriptionsRequest::default() };
    // None of these calls starts before `try_join!` polls them.
    let account = retry(async || services.profiles().export(caller.request(ExportRequest {})).await);
    let likes = retry(async || services.likes().list(caller.request(all_likes)).await);
    let lists = retry(async || services.lists().mine(caller.request(MyListsRequest { product_id: None })).await);
    let cart = retry(async || services.carts().get(caller.request(GetCartRequest {})).await);
    let preferences = retry(async || services.preferences().get(caller.request(GetPreferencesRequest {})).await);
    let stores = retry(async || services.stores().subscriptions(caller.request(all_stores)).await);
    let (account, likes, lists, cart, preferences, stores) =
        tokio::try_join!(account, likes, lists, cart, preferences, stores)?;
    Ok(CurrentState {
        account: account.into_inner(),
        likes: likes.into_inner().products,
        lists: lists.into_inner().lists,
        cart: cart.into_inner(),
        preferences: preferences.into_inner(),
        subscriptions: stores.into_inner().stores,
    })
}

struct Activity {
    reviews: Vec<MyReview>,
    replies: Vec<MyReply>,
    orders: Vec<Order>,
    notifications: Vec<Notification>,
    tickets: Vec<TicketLetter>,
}

async fn read_activity(services: &Services, caller: &Caller) -> Result<Activity, Status> {
    let (reviews, replies, orders, notifications, tickets) = tokio::try_join!(
        all_pages(|page| reviews(services, caller, page)),
        all_pages(|page| replies(services, caller, page)),
        all_pages(|page| orders(services, caller, page)),
        all_pages(|page| notifications(services, caller, page)),
        all_pages(|page| tickets(services, caller, page)),
    )?;
    Ok(Activity { reviews, replies, orders, notifications, tickets })
}

struct Money {
    bonuses: Vec<BonusEntry>,
    earnings: Vec<EarningEntry>,
    cashouts: Vec<Cashout>,
}

async fn read_money(services: &Services, caller: &Caller) -> Result<Money, Status> {
    let (bonuses, earnings, cashouts) = tokio::try_join!(
        all_pages(|page| bonuses(services, caller, page)),
        all_pages(|page| earnings(services, caller, page)),
        all_pages(|page| cashouts(services, caller, page)),
    )?;
    Ok(Money { bonuses, earnings, cashouts })
}

/// The entries of a page, and its number.
type Page<T> = (Vec<T>, Option<PageMeta>);

async fn all_pages<T, F>(page_of: impl Fn(i64) -> F) -> Result<Vec<T>, Status>
where
    F: Future<Output = Result<Page<T>, Status>>,
{
    let mut entries = Vec::new();
    for page in 1..=MAX_PAGES {
        let (page_entries, meta) = page_of(page).await?;
        entries.extend(page_entries);
        if meta.is_none_or(|meta| page >= meta.last_page) {
            break;
        }
    }
    Ok(entries)
}

async fn reviews(services: &Services, caller: &Caller, page: i64) -> Result<Page<MyReview>, Status> {
    let request = MyReviewsRequest { page, per_page: PER_PAGE };
    let response = retry(async || services.reviews().mine(caller.request(request)).await).await?.into_inner();
    Ok((response.reviews, response.meta))
}

async fn replies(services: &Services, caller: &Caller, page: i64) -> Result<Page<MyReply>, Status> {
    let request = MyRepliesRequest { page, per_page: PER_PAGE };
    let response = retry(async || services.reviews().my_replies(caller.request(request)).await).await?.into_inner();
    Ok((response.replies, response.meta))
}

async fn orders(services: &Services, caller: &Caller, page: i64) -> Result<Page<Order>, Status> {
    let request = ListOrdersRequest { page, per_page: PER_PAGE };
    let response = retry(async || services.orders().list(caller.request(request)).await).await?.into_inner();
    Ok((response.orders, response.meta))
}

async fn notifications(services: &Services, caller: &Caller, page: i64) -> Result<Page<Notification>, Status> {
    let request = ListNotificationsRequest { page, per_page: PER_PAGE };
    let response = retry(async || services.notifications().list(caller.request(request)).await).await?.into_inner();
    Ok((response.notifications, response.meta))
}

async fn tickets(services: &Services, caller: &Caller, page: i64) -> Result<Page<TicketLetter>, Status> {
    let request = MyTicketsRequest { page, per_page: PER_PAGE };
    let response = retry(async || services.tickets().mine(caller.request(request)).await).await?.into_inner();
    Ok((response.tickets, response.meta))
}

async fn bonuses(services: &Services, caller: &Caller, page: i64) -> Result<Page<BonusEntry>, Status> {
    let request = GetBonusesRequest { page, per_page: PER_PAGE };
    let response = retry(async || services.bonuses().get(caller.request(request)).await).await?.into_inner();
    Ok((response.account.unwrap_or_default().entries, response.meta))
}

async fn earnings(services: &Services, caller: &Caller, page: i64) -> Result<Page<EarningEntry>, Status> {
    // The days affect only figures that are not exported.
    let request = GetEarningsRequest { days: 0, page, per_page: PER_PAGE };
    let response = retry(async || services.earnings().get(caller.request(request)).await).await;
    let Some(response) = unless_forbidden(response)? else { return Ok((vec![], None)) };
    Ok((response.earnings.unwrap_or_default().entries, response.meta))
}

async fn cashouts(services: &Services, caller: &Caller, page: i64) -> Result<Page<Cashout>, Status> {
    let request = ListCashoutsRequest { page, per_page: PER_PAGE };
    let response = retry(async || services.cashouts().list(caller.request(request)).await).await;
    let Some(response) = unless_forbidden(response)? else { return Ok((vec![], None)) };
    Ok((response.overview.unwrap_or_default().cashouts, response.meta))
}

/// Returns `None` if the caller is not a blogger.
fn unless_forbidden<T>(response: Result<Response<T>, Status>) -> Result<Option<T>, Status> {
    match response {
        Ok(response) => Ok(Some(response.into_inner())),
        Err(status) if status.code() == Code::PermissionDenied => Ok(None),
        Err(status) => Err(status),
    }
}

fn file_name(account: &AccountExport) -> HeaderValue {
    let code = account.user.as_ref().map_or("", |user| &user.code);
    HeaderValue::from_str(&format!("attachment; filename=\"sovqat-{code}.json\""))
        .unwrap_or(HeaderValue::from_static("attachment"))
}
