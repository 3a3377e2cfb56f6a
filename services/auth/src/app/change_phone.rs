//! Changes a phone number. Only callers with a correct code learn that another account has it.

use kit::{Error, Result, identity::Caller};
use sqlx::PgConnection;

use crate::{
    App,
    app::{
        codes, messages,
        reauthenticate::reauthenticate,
        security_notice::{self, Former, Notice},
        session,
        sign_out::session_id,
        unused_account,
        visitor::Visitor,
    },
    db::{self, session::EndReason},
    domain::{device::Device, otp::Otp, password::Password, phone::Phone, security_event::EventKind, token::Token},
};

pub struct NewNumber {
    pub phone: Phone,
    pub code: Otp,
    pub code_token: Option<Token>,
}

pub async fn change_phone(
    app: &App,
    caller: &Caller,
    visitor: &Visitor,
    new: &NewNumber,
    password: Option<Password>,
) -> Result<db::account::AccountRow> {
    let owner = reauthenticate(app, caller, password, "password").await?;
    let (account, phone) = (owner.account_id, &new.phone);
    let codes::UsedCode { mut tx, known_device } =
        codes::use_code(app, visitor, phone, &new.code, new.code_token.as_ref()).await?;

    let holder = db::account_use::lock_by_phone(&mut tx, phone).await?;
    match holder {
        // The number does not change.
        Some(holder) if holder.account_id == account => {
            let account = session::account(&mut tx, caller).await?;
            tx.commit().await?;
            return Ok(account);
        }
        // On a known device of that account, the caller is its owner.
        Some(holder) if holder.is_unused(app.clock.now()) && known_device.is_none() => {
            unused_account::release_number(app, &mut tx, holder.account_id, phone).await?;
        }
        Some(_) => {
            // Commits the use of the code.
            tx.commit().await?;
            return Err(Error::conflict("phone_taken"));
        }
        None => {}
    }

    set_number(app, &mut tx, caller, visitor.device, phone).await?;
    let row = session::account(&mut tx, caller).await?;
    tx.commit().await?;
    app.notifier.notify_one();
    tracing::info!(account.id = account, "Account {account} changed its phone number");
    Ok(row)
}

async fn set_number(app: &App, tx: &mut PgConnection, caller: &Caller, device: Device, phone: &Phone) -> Result<()> {
    // The account may have changed since the password was checked.
    let owner = session::lock_owner(tx, caller).await?;
    let account = owner.account_id;
    db::credentials::set_phone(tx, account, phone.as_str()).await?;
    let this_session = Some(session_id(caller)?);
    db::session::end_all_for(tx, account, this_session, EndReason::PhoneChange, app.clock.now()).await?;

    let notice = Notice {
        account,
        kind: EventKind::PhoneChanged,
        device,
        language: messages::parse_language(&owner.language),
        email: owner.verified_email(),
        former: Former { phone: owner.phone_number.as_deref(), ..Former::default() },
    };
    security_notice::send(app, tx, &notice).await
}
