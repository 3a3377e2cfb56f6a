//! Roles of staff, invitations to them, and lost second factors.

use audit::{Actor, Entry};
use chrono::{DateTime, TimeDelta, Utc};
use kit::{
    Error, Result,
    identity::Caller,
    permission::{Grant, Role},
    security,
};
use rand::rngs::OsRng;
use serde_json::{Value, json};
use sqlx::PgConnection;

use crate::{
    App,
    app::{
        messages,
        security_notice::{self, Former, Notice},
    },
    db::{self, invitation::LockedInvitation, session::EndReason},
    domain::{device::Device, phone::Phone, security_event::EventKind, token::Token},
};

const OWNER_LINK_TTL: TimeDelta = TimeDelta::minutes(15);
const INVITATION_TTL: TimeDelta = TimeDelta::days(3);
/// The page of an invitation (in Azerbaijani). The token follows.
const PAGE: &str = "/devet/";

pub struct Invitation {
    pub url: String,
    pub expires_at: DateTime<Utc>,
}

pub async fn invite(app: &App, operator: &Caller, phone: &Phone, grant: Grant) -> Result<Invitation> {
    insert(app, Some(operator), phone, grant, INVITATION_TTL).await
}

/// For a shop without an owner who can sign in.
pub async fn invite_owner(app: &App, phone: &Phone) -> Result<Invitation> {
    insert(app, None, phone, Grant { role: Role::Owner, store: None }, OWNER_LINK_TTL).await
}

/// `operator` is `None` for the command line, which is not audited.
async fn insert(
    app: &App,
    operator: Option<&Caller>,
    phone: &Phone,
    grant: Grant,
    ttl: TimeDelta,
) -> Result<Invitation> {
    let (token, created_at) = (Token::random(&mut OsRng), app.clock.now());
    let (role, expires_at) = (grant.to_string(), created_at + ttl);
    let new = db::invitation::NewInvitation {
        token: &token.hash(),
        role: &role,
        phone: phone.as_str(),
        invited_by: operator.map(|operator| operator.account),
        created_at,
        expires_at,
    };
    let mut tx = kit::db::begin(&app.pool).await?;
    let invitation = db::invitation::insert(&mut tx, &new).await?;
    if let Some(operator) = operator {
        let entry = Entry::new("staff_invited", "invitation", invitation)
            .changed(Value::Null, json!({"role": role, "expiresAt": expires_at}));
        audit::insert(&mut tx, operator, entry, created_at).await?;
    }
    tx.commit().await?;
    Ok(Invitation { url: format!("{}{PAGE}{}", app.site, token.reveal()), expires_at })
}

pub async fn cancel_invitation(app: &App, operator: &Caller, invitation: i64) -> Result<()> {
    let mut tx = kit::db::begin(&app.pool).await?;
    if !db::invitation::delete_pending(&mut tx, invitation).await? {
        return Err(Error::NotFound("invitation_not_found"));
    }
    let entry = Entry::new("staff_invitation_cancelled", "invitation", invitation);
    audit::insert(&mut tx, operator, entry, app.clock.now()).await?;
    tx.commit().await?;
    Ok(())
}

pub async fn accept(app: &App, account: i64, token: &Token) -> Result<String> {
    let now = app.clock.now();
    let mut tx = kit::db::begin(&app.pool).await?;
    let invitation = db::invitation::lock(&mut tx, &token.hash()).await?;
    let invitation = invitation.ok_or_else(|| refused(Error::NotFound("invitation_not_found")))?;
    check_usable(&invitation, now)?;

    // Requires the invited phone number.
    if !db::staff::grant(&mut tx, account, &invitation.phone_number, &invitation.role).await? {
        return Err(refused(Error::conflict("invitation_of_another")));
    }
    db::invitation::set_accepted(&mut tx, invitation.invitation_id, now).await?;
    let entry = Entry::new("role_granted", "account", account)
        .changed(Value::Null, json!({"role": invitation.role, "invitation": invitation.invitation_id}));
    // The entry names the inviter, if any, but not this request, which the invited person has made.
    let actor = Actor::without_request(invitation.invited_by.unwrap_or(account));
    audit::insert(&mut tx, actor, entry, now).await?;
    db::security_event::insert(&mut tx, account, EventKind::RoleChanged, Device::default(), now).await?;
    tx.commit().await?;
    tracing::info!(account.id = account, role = invitation.role, "Account {account} has accepted an invitation");
    Ok(invitation.role)
}

fn check_usable(invitation: &LockedInvitation, now: DateTime<Utc>) -> Result<()> {
    if invitation.accepted_at.is_some() {
        return Err(refused(Error::conflict("invitation_used")));
    }
    if invitation.expires_at <= now {
        return Err(refused(Error::conflict("invitation_expired")));
    }
    Ok(())
}

fn refused(error: Error) -> Error {
    security::refused("invitation");
    error
}

/// Ends the staff sessions if no role is left. The database refuses to remove the last owner.
pub async fn withdraw(app: &App, operator: &Caller, account: i64, grant: Grant) -> Result<()> {
    let mut tx = kit::db::begin(&app.pool).await?;
    let role = grant.to_string();
    if !db::staff::withdraw(&mut tx, account, &role).await? {
        return Err(Error::NotFound("role_not_found"));
    }
    let now = app.clock.now();
    db::session::end_without_role(&mut tx, account, now).await?;
    let entry = Entry::new("role_withdrawn", "account", account).changed(json!({"role": role}), Value::Null);
    audit::insert(&mut tx, operator, entry, now).await?;
    db::security_event::insert(&mut tx, account, EventKind::RoleChanged, Device::default(), now).await?;
    tx.commit().await?;
    tracing::info!(account.id = account, role, "A role of account {account} was withdrawn");
    Ok(())
}

/// Also ends the sessions. Roles and password stay.
pub async fn reset_second_factors(app: &App, operator: &Caller, account: i64) -> Result<()> {
    if account == operator.account {
        return Err(Error::NotAllowed("own_account"));
    }
    let now = app.clock.now();
    let mut tx = kit::db::begin(&app.pool).await?;
    let member = db::staff::lock_member(&mut tx, account).await?.ok_or(Error::NotFound("role_not_found"))?;
    delete_second_factors(&mut tx, account, &member.roles).await?;
    db::session::end_all_for(&mut tx, account, None, EndReason::Staff, now).await?;
    let entry = Entry::new("second_factors_reset", "account", account);
    audit::insert(&mut tx, operator, entry, now).await?;
    let notice = Notice {
        account,
        kind: EventKind::SecondFactorChanged,
        device: Device::default(),
        language: messages::parse_language(&member.language),
        email: member.verified_email.as_deref(),
        former: Former::default(),
    };
    security_notice::send(app, &mut tx, &notice).await?;
    tx.commit().await?;
    app.notifier.notify_one();
    tracing::info!(account.id = account, "Account {} reset the second factors of account {account}", operator.account);
    Ok(())
}

/// The database requires a second factor of staff, so `roles` are removed first and then restored.
async fn delete_second_factors(tx: &mut PgConnection, account: i64, roles: &[String]) -> Result<()> {
    db::staff::withdraw_all(tx, account).await?;
    db::passkey::delete_all_for(tx, account, None).await?;
    db::totp::delete_since(tx, account, None).await?;
    db::recovery_code::replace_for(tx, account, &[]).await?;
    db::staff::restore_roles(tx, account, roles).await?;
    Ok(())
}
