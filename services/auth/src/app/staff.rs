//! The shop's staff: invitations to a role, accepting them, and withdrawing a role. The first owner's invitation comes
//! from the command line; all later ones from members of staff.

use chrono::{DateTime, TimeDelta, Utc};
use kit::{Error, Result, identity::Caller, permission::Role, security};
use rand::rngs::OsRng;

use crate::{
    App, db,
    domain::{phone::Phone, token::Token},
};

/// How long the link that the command line prints can be used.
const OWNER_LINK_TTL: TimeDelta = TimeDelta::minutes(15);
const INVITATION_TTL: TimeDelta = TimeDelta::days(3);
/// The path of the page on which an invitation is accepted, up to the token.
const PAGE: &str = "/idare/devet/";

pub struct Invitation {
    pub url: String,
    pub expires_at: DateTime<Utc>,
}

/// Invites the owner of a phone number to a role.
pub async fn invite(app: &App, operator: &Caller, phone: &Phone, role: Role) -> Result<Invitation> {
    insert(app, Some(operator.account), phone, role, INVITATION_TTL).await
}

/// Creates the link by which a shop gets its first owner, or another one when none can sign in any more.
pub async fn invite_owner(app: &App, phone: &Phone) -> Result<Invitation> {
    insert(app, None, phone, Role::Owner, OWNER_LINK_TTL).await
}

async fn insert(app: &App, invited_by: Option<i64>, phone: &Phone, role: Role, ttl: TimeDelta) -> Result<Invitation> {
    let (token, created_at) = (Token::random(&mut OsRng), app.clock.now());
    let expires_at = created_at + ttl;
    let new = db::staff::NewInvitation {
        token: &token.hash(),
        role,
        phone: phone.as_str(),
        invited_by,
        created_at,
        expires_at,
    };
    let mut tx = app.pool.begin().await?;
    let invitation = db::staff::insert_invitation(&mut tx, &new).await?;
    if let Some(operator) = invited_by {
        db::audit::insert(&mut tx, operator, "staff_invited", invitation, created_at).await?;
    }
    tx.commit().await?;
    Ok(Invitation { url: format!("{}{PAGE}{}", app.site, token.reveal()), expires_at })
}

pub async fn cancel_invitation(app: &App, operator: &Caller, invitation: i64) -> Result<()> {
    let mut tx = app.pool.begin().await?;
    if !db::staff::delete_invitation(&mut tx, invitation).await? {
        return Err(Error::NotFound("invitation_not_found"));
    }
    db::audit::insert(&mut tx, operator.account, "staff_invitation_cancelled", invitation, app.clock.now()).await?;
    tx.commit().await?;
    Ok(())
}

/// Grants the role of an invitation to an account with its phone number, and returns the role.
pub async fn accept(app: &App, account: i64, token: &Token) -> Result<String> {
    let now = app.clock.now();
    let mut tx = app.pool.begin().await?;
    let invitation = db::staff::lock_invitation(&mut tx, &token.hash()).await?;
    let invitation = invitation.ok_or_else(|| refused(Error::NotFound("invitation_not_found")))?;
    if invitation.accepted_at.is_some() {
        return Err(refused(Error::conflict("invitation_used")));
    }
    if invitation.expires_at <= now {
        return Err(refused(Error::conflict("invitation_expired")));
    }
    if !db::staff::grant(&mut tx, account, &invitation.phone_number, &invitation.role).await? {
        return Err(refused(Error::conflict("invitation_of_another")));
    }
    db::staff::set_accepted(&mut tx, invitation.invitation_id, now).await?;
    db::audit::insert(&mut tx, invitation.invited_by.unwrap_or(account), "role_granted", account, now).await?;
    tx.commit().await?;
    tracing::info!(account.id = account, role = invitation.role, "Account {account} has accepted an invitation");
    Ok(invitation.role)
}

fn refused(error: Error) -> Error {
    security::refused("invitation");
    error
}

/// Withdraws a role. The database refuses to remove the last owner.
pub async fn withdraw(app: &App, operator: &Caller, account: i64, role: Role) -> Result<()> {
    let mut tx = app.pool.begin().await?;
    if !db::staff::withdraw(&mut tx, account, role).await? {
        return Err(Error::NotFound("role_not_found"));
    }
    db::audit::insert(&mut tx, operator.account, "role_withdrawn", account, app.clock.now()).await?;
    tx.commit().await?;
    tracing::info!(account.id = account, role = role.key(), "A role of account {account} was withdrawn");
    Ok(())
}
