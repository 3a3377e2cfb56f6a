//! Sessions of staff. Their tokens are in cookies that scripts cannot read, and never in a body.

use axum::{
    extract::State,
    http::{HeaderMap, StatusCode},
    response::{IntoResponse as _, Response},
};
use chrono::{DateTime, TimeDelta, Utc};
use kit::{client::retry, identity::STEP_UP_TTL};
use proto::{
    auth::{
        BeginStaffSessionRequest, BeginStepUpRequest, MeRequest, OpenStaffSessionRequest, RefreshRequest,
        SignOutRequest, StaffChallenge, StaffSession as OpenedSession, User,
    },
    common::Done,
};
use serde::Serialize;
use tonic::Status;
use utoipa::ToSchema;
use utoipa_axum::{router::OpenApiRouter, routes};

use crate::{
    extract::{Json, SameOrigin, StaffCaller, StaffRefresh, Visitor},
    problem::Problem,
    reply::{self, Data, Reply, envelope, reply},
    services::Services,
    staff_cookies,
};

pub fn routes() -> OpenApiRouter<Services> {
    OpenApiRouter::new()
        .routes(routes!(begin, get, sign_out))
        .routes(routes!(open))
        .routes(routes!(refresh))
        .routes(routes!(request_step_up))
        .routes(routes!(verify_step_up))
}

/// A staff session. Its tokens are in the cookies.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct StaffSession {
    user: User,
    /// Must be sent with every change, as `X-CSRF-Token`.
    csrf_token: String,
    /// Lifetime of the access token in seconds.
    expires_in: i64,
    /// When sensitive actions will need the second factor again.
    #[schema(value_type = String, format = DateTime)]
    step_up_at: DateTime<Utc>,
    /// Ten codes, returned once, when the account has just stored its first second factor.
    recovery_codes: Vec<String>,
}

/// A session in the body, and its tokens in `Set-Cookie` headers.
type WithCookies = Result<(HeaderMap, reply::Json<Data<StaffSession>>), Problem>;

/// For staff: check the password
///
/// Returns what the second step needs: a passkey, a code of the authenticator app or a recovery code. An account without a second factor
/// gets what it needs to store its first one. The error does not reveal whether the login, the password or the missing role was the reason.
#[utoipa::path(post, path = "/staff/session", operation_id = "beginStaffSession", tag = "staff",
    request_body = BeginStaffSessionRequest,
    responses((status = OK, description = "What the second factor needs", body = Data<StaffChallenge>)))]
async fn begin(
    State(services): State<Services>,
    _: SameOrigin,
    visitor: Visitor,
    Json(body): Json<BeginStaffSessionRequest>,
) -> Reply<StaffChallenge> {
    reply(services.staff_sessions().begin(visitor.request(body)).await)
}

/// For staff: check the second factor, and open a session
///
/// Exactly one proof is sent. The tokens are in the cookies `__Host-staff` and `__Host-staff-refresh`, which scripts cannot read.
#[utoipa::path(post, path = "/staff/session/open", operation_id = "openStaffSession", tag = "staff",
    request_body = OpenStaffSessionRequest,
    responses((status = OK, description = "The session", body = Data<StaffSession>)))]
async fn open(
    State(services): State<Services>,
    _: SameOrigin,
    visitor: Visitor,
    Json(body): Json<OpenStaffSessionRequest>,
) -> WithCookies {
    with_cookies(services.staff_sessions().open(visitor.request(body)).await?.into_inner())
}

/// For staff: the session
#[utoipa::path(get, path = "/staff/session", operation_id = "getStaffSession", tag = "staff", security(("staff" = [])),
    responses((status = OK, description = "The session", body = Data<StaffSession>)))]
async fn get(State(services): State<Services>, StaffCaller(caller): StaffCaller) -> Reply<StaffSession> {
    let user = retry(async || services.accounts().me(caller.request(MeRequest {})).await).await?.into_inner();
    let identity = caller.identity();
    let factor_at = identity.factor_at.and_then(|at| DateTime::from_timestamp(at, 0)).unwrap_or_default();
    Ok(envelope(StaffSession {
        user,
        csrf_token: identity.csrf.clone().unwrap_or_default(),
        expires_in: identity.lasts.as_secs().cast_signed(),
        step_up_at: factor_at + TimeDelta::from_std(STEP_UP_TTL).unwrap_or_default(),
        recovery_codes: Vec::new(),
    }))
}

/// For staff: renew the tokens
///
/// Takes the refresh token from its cookie, and needs no CSRF token: a page that was just loaded has none. If the session has ended, both
/// cookies are deleted.
#[utoipa::path(post, path = "/staff/session/refresh", operation_id = "refreshStaffSession", tag = "staff",
    security(("staffRefresh" = [])),
    responses((status = OK, description = "The session", body = Data<StaffSession>)))]
async fn refresh(State(services): State<Services>, _: SameOrigin, refresh: StaffRefresh) -> Response {
    let request = refresh.request(RefreshRequest { refresh_token: refresh.token() });
    match services.staff_sessions().refresh(request).await {
        Ok(session) => with_cookies(session.into_inner()).into_response(),
        Err(status) => refresh_failure(status),
    }
}

/// For staff: sign out
///
/// Ends this session and deletes the cookies.
#[utoipa::path(delete, path = "/staff/session", operation_id = "signOutStaff", tag = "staff",
    security(("staff" = [])),
    responses((status = OK, description = "The session has ended", body = Data<Done>)))]
async fn sign_out(
    State(services): State<Services>,
    StaffCaller(caller): StaffCaller,
) -> Result<(HeaderMap, reply::Json<Data<Done>>), Problem> {
    let done = reply(services.sessions().sign_out(caller.request(SignOutRequest {})).await)?;
    Ok((staff_cookies::cleared(), done))
}

/// For staff: begin to prove the second factor again
///
/// Needed after a refusal with `step_up_required`.
#[utoipa::path(post, path = "/staff/session/challenge", operation_id = "requestStepUp", tag = "staff",
    security(("staff" = [])),
    responses((status = OK, description = "What the second factor needs", body = Data<StaffChallenge>)))]
async fn request_step_up(State(services): State<Services>, StaffCaller(caller): StaffCaller) -> Reply<StaffChallenge> {
    reply(services.staff_sessions().begin_step_up(caller.request(BeginStepUpRequest {})).await)
}

/// For staff: prove the second factor again
///
/// Sensitive actions are then allowed for ten minutes.
#[utoipa::path(post, path = "/staff/session/step-up", operation_id = "verifyStepUp", tag = "staff",
    request_body = OpenStaffSessionRequest, security(("staff" = [])),
    responses((status = OK, description = "The session", body = Data<StaffSession>)))]
async fn verify_step_up(
    State(services): State<Services>,
    StaffCaller(caller): StaffCaller,
    Json(body): Json<OpenStaffSessionRequest>,
) -> WithCookies {
    with_cookies(services.staff_sessions().step_up(caller.request(body)).await?.into_inner())
}

/// Moves the tokens of a session from the auth service's response to cookies.
fn with_cookies(session: OpenedSession) -> WithCookies {
    let OpenedSession { user, access_token, refresh_token, expires_in, csrf_token, step_up_at, recovery_codes } =
        session;
    let mut headers = HeaderMap::new();
    staff_cookies::set(&mut headers, &access_token, expires_in, &refresh_token)?;
    let step_up_at = step_up_at.and_then(|at| DateTime::from_timestamp(at.seconds, 0)).unwrap_or_default();
    let user = user.unwrap_or_default();
    Ok((headers, envelope(StaffSession { user, csrf_token, expires_in, step_up_at, recovery_codes })))
}

/// Deletes the cookies of a session that has ended, and keeps those of one that could not be checked.
fn refresh_failure(status: Status) -> Response {
    let problem = Problem::from(status);
    let has_ended = problem.status == StatusCode::UNAUTHORIZED;
    let headers = if has_ended { staff_cookies::cleared() } else { HeaderMap::new() };
    (headers, problem).into_response()
}

#[cfg(test)]
mod tests {
    use axum::http::header;
    use kit::Error;

    use super::*;

    #[test]
    fn tokens_are_in_the_cookies_and_not_in_the_body() {
        let opened = OpenedSession {
            access_token: "the-access-token".into(),
            refresh_token: "the-refresh-token".into(),
            expires_in: 600,
            csrf_token: "the-csrf-token".into(),
            step_up_at: Some(proto::json::to_timestamp(DateTime::from_timestamp(1_790_000_000, 0).unwrap())),
            ..OpenedSession::default()
        };
        let (headers, reply::Json(body)) = with_cookies(opened).ok().unwrap();
        let cookies: Vec<_> =
            headers.get_all(header::SET_COOKIE).iter().filter_map(|cookie| cookie.to_str().ok()).collect();
        assert!(cookies[0].starts_with("__Host-staff=the-access-token;"), "{cookies:?}");
        assert!(cookies[1].starts_with("__Host-staff-refresh=the-refresh-token;"), "{cookies:?}");
        let body = serde_json::to_value(body).unwrap();
        assert!(!body.to_string().contains("the-access-token"), "{body}");
        assert!(!body.to_string().contains("the-refresh-token"), "{body}");
        assert_eq!((&body["data"]["csrfToken"], &body["data"]["expiresIn"]), (&"the-csrf-token".into(), &600.into()));
        assert_eq!(body["data"]["stepUpAt"], "2026-09-21T14:13:20Z");
    }

    #[test]
    fn a_session_that_has_ended_loses_its_cookies_and_one_that_cannot_be_checked_keeps_them() {
        let cookies = |error: Error| refresh_failure(error.into()).headers().get_all(header::SET_COOKIE).iter().count();
        assert_eq!(cookies(Error::unauthenticated()), 2);
        assert_eq!(cookies(Error::unavailable(anyhow::anyhow!("down"))), 0);
    }
}
