//! Members of staff: roles, invitations, and lost second factors.

use axum::extract::State;
use kit::client::retry;
use proto::{
    auth::{
        AcceptInvitationRequest, AcceptedInvitation, CancelInvitationRequest, Invitation, InviteRequest,
        ListStaffRequest, ResetSecondFactorsRequest, StaffList, StaffName, StaffNamesRequest, WithdrawRoleRequest,
    },
    common::Done,
};
use utoipa_axum::{router::OpenApiRouter, routes};

use crate::{
    extract::{Caller, Json, Segment, SegmentPair},
    reply::{Data, Reply, reply, reply_with},
    services::Services,
};

pub fn routes() -> OpenApiRouter<Services> {
    OpenApiRouter::new()
        .routes(routes!(list))
        .routes(routes!(names))
        .routes(routes!(invite))
        .routes(routes!(cancel))
        .routes(routes!(withdraw))
        .routes(routes!(reset_second_factors))
        .routes(routes!(accept))
}

/// For staff: accounts with a role, and invitations that can be accepted
#[utoipa::path(get, path = "/admin/staff", operation_id = "listStaff",
    extensions(("x-rpc" = json!("auth.v1.Staff/List"))), tag = "staff", security(("bearer" = [])),
    responses((status = OK, description = "Members of staff and invitations", body = Data<StaffList>)))]
async fn list(State(services): State<Services>, caller: Caller) -> Reply<StaffList> {
    reply(retry(async || services.staff().list(caller.request(ListStaffRequest {})).await).await)
}

/// For staff: names and roles of accounts with a role
///
/// For those who see which of them changed an order.
#[utoipa::path(get, path = "/admin/staff/names", operation_id = "listStaffNames",
    extensions(("x-rpc" = json!("auth.v1.Staff/Names"))), tag = "staff", security(("bearer" = [])),
    responses((status = OK, description = "Names and roles", body = Data<Vec<StaffName>>)))]
async fn names(State(services): State<Services>, caller: Caller) -> Reply<Vec<StaffName>> {
    let response = retry(async || services.staff().names(caller.request(StaffNamesRequest {})).await).await;
    reply_with(response, |names| names.staff)
}

/// For owners: invite the owner of a phone number to a role
///
/// The link is returned once. It works once, within three days, for an account with this number.
#[utoipa::path(post, path = "/admin/staff/invitations", operation_id = "inviteStaff",
    extensions(("x-rpc" = json!("auth.v1.Staff/Invite"))), tag = "staff",
    request_body = InviteRequest, security(("bearer" = [])),
    responses((status = OK, description = "The link of the invitation", body = Data<Invitation>)))]
async fn invite(
    State(services): State<Services>,
    caller: Caller,
    Json(body): Json<InviteRequest>,
) -> Reply<Invitation> {
    reply(services.staff().invite(caller.request(body)).await)
}

/// For owners: withdraw an invitation that was not accepted yet
#[utoipa::path(delete, path = "/admin/staff/invitations/{id}", operation_id = "cancelStaffInvitation",
    extensions(("x-rpc" = json!("auth.v1.Staff/CancelInvitation"))), tag = "staff",
    params(("id" = i64, Path, description = "An invitation's id")), security(("bearer" = [])),
    responses((status = OK, description = "The invitation is withdrawn", body = Data<Done>)))]
async fn cancel(State(services): State<Services>, caller: Caller, segment: Segment) -> Reply<Done> {
    let request = CancelInvitationRequest { id: segment.id("invitation_not_found")? };
    reply(services.staff().cancel_invitation(caller.request(request)).await)
}

/// For owners: withdraw a role from an account
///
/// The shop keeps an owner: the last one cannot lose the role.
#[utoipa::path(delete, path = "/admin/staff/{accountId}/roles/{role}", operation_id = "withdrawRole",
    extensions(("x-rpc" = json!("auth.v1.Staff/Withdraw"))), tag = "staff",
    params(("accountId" = i64, Path, description = "An account's id"), ("role" = String, Path, description = "A role")),
    security(("bearer" = [])), responses((status = OK, description = "The role is withdrawn", body = Data<Done>)))]
async fn withdraw(
    State(services): State<Services>,
    caller: Caller,
    SegmentPair(account, Segment(role)): SegmentPair,
) -> Reply<Done> {
    let request = WithdrawRoleRequest { account_id: account.id("role_not_found")?, role };
    reply(services.staff().withdraw(caller.request(request)).await)
}

/// For owners: remove the second factors of another member of staff
///
/// For somebody who has lost them. Their sessions end, and at the next sign-in to the back office they set up a new one.
#[utoipa::path(delete, path = "/admin/staff/{accountId}/second-factors", operation_id = "resetSecondFactors",
    extensions(("x-rpc" = json!("auth.v1.Staff/ResetSecondFactors"))), tag = "staff",
    params(("accountId" = i64, Path, description = "An account's id")), security(("bearer" = [])),
    responses((status = OK, description = "The second factors are removed", body = Data<Done>)))]
async fn reset_second_factors(State(services): State<Services>, caller: Caller, segment: Segment) -> Reply<Done> {
    let request = ResetSecondFactorsRequest { account_id: segment.id("role_not_found")? };
    reply(services.staff().reset_second_factors(caller.request(request)).await)
}

/// Accept an invitation to the shop's staff
///
/// The caller's account must have the invited phone number. The role is in the access token of the next refresh.
#[utoipa::path(post, path = "/staff/invitations/accept", operation_id = "acceptStaffInvitation", tag = "staff",
    request_body = AcceptInvitationRequest, security(("bearer" = [])),
    responses((status = OK, description = "The granted role", body = Data<AcceptedInvitation>)))]
async fn accept(
    State(services): State<Services>,
    caller: Caller,
    Json(body): Json<AcceptInvitationRequest>,
) -> Reply<AcceptedInvitation> {
    reply(services.staff().accept(caller.request(body)).await)
}
