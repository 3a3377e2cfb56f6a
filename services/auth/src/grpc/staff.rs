use kit::{Error, Result, input::id, permission::Grant};
use proto::{
    auth::{
        AcceptInvitationRequest, AcceptedInvitation, CancelInvitationRequest, Invitation, InviteRequest,
        ListStaffRequest, PendingInvitation, ResetSecondFactorsRequest, StaffList, StaffMember, StaffName, StaffNames,
        StaffNamesRequest, WithdrawRoleRequest, staff_server,
    },
    common::Done,
    json::to_timestamp,
};
use tonic::{Request, Response, Status};

use crate::{
    App,
    app::staff,
    db,
    domain::{phone::Phone, token::Token},
    grpc::signed_in,
};

pub struct Staff(pub App);

#[tonic::async_trait]
impl staff_server::Staff for Staff {
    async fn list(&self, request: Request<ListStaffRequest>) -> Result<Response<StaffList>, Status> {
        signed_in::staff(&self.0, &request).await?;
        let mut connection = self.0.pool.acquire().await.map_err(Error::from)?;
        let members = db::staff::members(&mut connection).await.map_err(Error::from)?;
        let now = self.0.clock.now();
        let invitations = db::invitation::pending(&mut connection, now).await.map_err(Error::from)?;
        Ok(Response::new(StaffList {
            members: members.into_iter().map(into_member).collect(),
            invitations: invitations.into_iter().map(into_pending).collect(),
        }))
    }

    async fn names(&self, request: Request<StaffNamesRequest>) -> Result<Response<StaffNames>, Status> {
        signed_in::staff(&self.0, &request).await?;
        let mut connection = self.0.pool.acquire().await.map_err(Error::from)?;
        let members = db::staff::members(&mut connection).await.map_err(Error::from)?;
        Ok(Response::new(StaffNames { staff: members.into_iter().map(into_name).collect() }))
    }

    async fn invite(&self, request: Request<InviteRequest>) -> Result<Response<Invitation>, Status> {
        let operator = signed_in::staff(&self.0, &request).await?;
        let request = request.get_ref();
        let phone =
            Phone::parse(&request.phone_number).ok_or_else(|| Error::invalid("phoneNumber", "invalid_phone"))?;
        let invitation = staff::invite(&self.0, &operator, &phone, parse_role(&request.role)?).await?;
        Ok(Response::new(Invitation { url: invitation.url, expires_at: Some(to_timestamp(invitation.expires_at)) }))
    }

    async fn cancel_invitation(&self, request: Request<CancelInvitationRequest>) -> Result<Response<Done>, Status> {
        let operator = signed_in::staff(&self.0, &request).await?;
        let invitation = id(request.get_ref().id, "invitation_not_found")?;
        staff::cancel_invitation(&self.0, &operator, invitation).await?;
        Ok(Response::new(Done {}))
    }

    async fn withdraw(&self, request: Request<WithdrawRoleRequest>) -> Result<Response<Done>, Status> {
        let operator = signed_in::staff(&self.0, &request).await?;
        let request = request.get_ref();
        let account = id(request.account_id, "role_not_found")?;
        staff::withdraw(&self.0, &operator, account, parse_role(&request.role)?).await?;
        Ok(Response::new(Done {}))
    }

    async fn reset_second_factors(
        &self,
        request: Request<ResetSecondFactorsRequest>,
    ) -> Result<Response<Done>, Status> {
        let operator = signed_in::staff(&self.0, &request).await?;
        let account = id(request.get_ref().account_id, "role_not_found")?;
        staff::reset_second_factors(&self.0, &operator, account).await?;
        Ok(Response::new(Done {}))
    }

    async fn accept(&self, request: Request<AcceptInvitationRequest>) -> Result<Response<AcceptedInvitation>, Status> {
        let account = signed_in::owner(&self.0, &request).await?;
        let token = Token::parse(&request.get_ref().token).ok_or(Error::NotFound("invitation_not_found"))?;
        Ok(Response::new(AcceptedInvitation { role: staff::accept(&self.0, account, &token).await? }))
    }
}

fn parse_role(name: &str) -> Result<Grant> {
    name.parse().map_err(|_| Error::invalid("role", "unknown_value"))
}

fn into_member(member: db::staff::Member) -> StaffMember {
    let db::staff::Member { account_id, first_name, last_name, phone_number, roles } = member;
    StaffMember { account_id, first_name, last_name, phone_number, roles }
}

/// Without the phone number, because more members of staff may see names.
fn into_name(member: db::staff::Member) -> StaffName {
    let db::staff::Member { account_id, first_name, last_name, roles, .. } = member;
    StaffName { account_id, first_name, last_name, roles }
}

fn into_pending(invitation: db::invitation::PendingInvitation) -> PendingInvitation {
    PendingInvitation {
        id: invitation.invitation_id,
        phone_number: invitation.phone_number,
        role: invitation.role,
        expires_at: Some(to_timestamp(invitation.expires_at)),
    }
}
