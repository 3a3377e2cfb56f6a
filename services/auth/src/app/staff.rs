//! Grants and withdraws roles of staff. An account gets a role by accepting an invitation, which is a link. The command
//! line creates the invitation of the shop's first owner.

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

use crate::{
    App,
    app::{
        messages,
        security_notice::{self, Former, Notice},
    },
    db::{self, session::EndReason},
    domain::{device::Device, phone::Phone, security_event::EventKind, token::Token},
};

/// How long an invitation from the command line can be accepted.
const OWNER_LINK_TTL: TimeDelta = TimeDelta::minutes(15);
/// How long an operator's invitation can be accepted.
const INVITATION_TTL: TimeDelta = TimeDelta::days(3);
/// Path of the page that accepts an invitation. The token follows. `devet` is Azerbaijani for invitation.
const PAGE: &str = "/devet/";

/// The link of an invitation, and when it stops working.
pub struct Invitation {
    pub url: String,
    pub expires_at: DateTime<Utc>,
}

/// Invites the owner of a phone number to a role.
pub async fn invite(app: &App, operator: &Caller, phone: &Phone, grant: Grant) -> Result<Invitation> {
    insert(app, Some(operator), phone, grant, INVITATION_TTL).await
}

/// Creates the link for the first owner of a shop, or for another one when none can sign in any more.
pub async fn invite_owner(app: &App, phone: &Phone) -> Result<Invitation> {
    insert(app, None, phone, Grant { role: Role::Owner, store: None }, OWNER_LINK_TTL).await
}

/// Stores an invitation. `operator` is `None` for an invitation from the command line, which the audit log does not
/// record.
async fn insert(
    app: &App,
    operator: Option<&Caller>,
    phone: &Phone,
    grant: Grant,
    ttl: TimeDelta,
) -> Result<Invitation> {
    let (token, created_at) = (Token::random(&mut OsRng), app.clock.now());
    let (role, expires_at) = (grant.to_string(), created_at + ttl);
    let new = db::staff::NewInvitation {
        token: &token.hash(),
        role: &role,
        phone: phone.as_str(),
        invited_by: operator.map(|operator| operator.account),
        created_at,
        expires_at,
    };
    let mut tx = kit::db::begin(&app.pool).await?;
    let invitation = db::staff::insert_invitation(&mut tx, &new).await?;
    if let Some(operator) = operator {
        let entry = Entry::new("staff_invited", "invitation", invitation)
            .changed(Value::Null, json!({"role": role, "expiresAt": expires_at}));
        audit::insert(&mut tx, operator, entry, created_at).await?;
    }
    tx.commit().await?;
    Ok(Invitation { url: format!("{}{PAGE}{}", app.site, token.reveal()), expires_at })
}

/// Deletes an invitation, whose link then stops working.
pub async fn cancel_invitation(app: &App, operator: &Caller, invitation: i64) -> Result<()> {
    let mut tx = kit::db::begin(&app.pool).await?;
    if !db::staff::delete_invitation(&mut tx, invitation).await? {
        return Err(Error::NotFound("invitation_not_found"));
    }
    let entry = Entry::new("staff_invitation_cancelled", "invitation", invitation);
    audit::insert(&mut tx, operator, entry, app.clock.now()).await?;
    tx.commit().await?;
    Ok(())
}

/// Accepts an invitation: grants its role to the account, and returns the role.
pub async fn accept(app: &App, account: i64, token: &Token) -> Result<String> {
    let now = app.clock.now();
    let mut tx = kit::db::begin(&app.pool).await?;
    let invitation = db::staff::lock_invitation(&mut tx, &token.hash()).await?;
    let invitation = invitation.ok_or_else(|| refused(Error::NotFound("invitation_not_found")))?;
    if invitation.accepted_at.is_some() {
        return Err(refused(Error::conflict("invitation_used")));
    }
    if invitation.expires_at <= now {
        return Err(refused(Error::conflict("invitation_expired")));
    }

    // The role is granted only if the account has the phone number of the invitation.
    if !db::staff::grant(&mut tx, account, &invitation.phone_number, &invitation.role).await? {
        return Err(refused(Error::conflict("invitation_of_another")));
    }
    db::staff::set_accepted(&mut tx, invitation.invitation_id, now).await?;
    let entry = Entry::new("role_granted", "account", account)
        .changed(Value::Null, json!({"role": invitation.role, "invitation": invitation.invitation_id}));
    // The audit log names the inviter, but not this request, which somebody else has made. An invitation from the
    // command line has no inviter.
    let actor = Actor::without_request(invitation.invited_by.unwrap_or(account));
    audit::insert(&mut tx, actor, entry, now).await?;
    db::security_event::insert(&mut tx, account, EventKind::RoleChanged, Device::default(), now).await?;
    tx.commit().await?;
    tracing::info!(account.id = account, role = invitation.role, "Account {account} has accepted an invitation");
    Ok(invitation.role)
}

/// Counts a refused invitation in the security metrics, and returns the error.
fn refused(error: Error) -> Error {
    security::refused("invitation");
    error
}

/// Withdraws a role, and ends the account's staff sessions if no role is left. The database refuses to remove the last
/// owner.
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

/// Removes the second factors of another member of staff, and ends their sessions. The account keeps its roles and its
/// password, and gets a notice.
pub async fn reset_second_factors(app: &App, operator: &Caller, account: i64) -> Result<()> {
    if account == operator.account {
        return Err(Error::NotAllowed("own_account"));
    }
    let now = app.clock.now();
    let mut tx = kit::db::begin(&app.pool).await?;
    let member = db::staff::lock_member(&mut tx, account).await?.ok_or(Error::NotFound("role_not_found"))?;
    // The database keeps a second factor of every account with a role, so the account has none while they are deleted.
    db::staff::withdraw_all(&mut tx, account).await?;
    db::passkey::delete_all_for(&mut tx, account, None).await?;
    db::totp::delete_since(&mut tx, account, None).await?;
    db::recovery_code::replace_for(&mut tx, account, &[]).await?;
    db::staff::restore_roles(&mut tx, account, &member.roles).await?;
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
