//! Demo accounts: their passwords are printed on every screen, so production knows none.

use kit::Result;

use crate::{
    App,
    app::{
        referral,
        register::{self, Registration},
    },
    db,
    domain::password::Password,
    passwords::Verdict,
};

/// Registers the demo account with this phone number, or brings it up to date.
pub async fn place(app: &App, registration: &Registration) -> Result<()> {
    let found = db::account::find_demo(&mut *app.pool.acquire().await?, &registration.phone).await?;
    let Some(found) = found else { return register::register(app, registration).await.map(drop) };
    let password_hash = match &registration.password {
        Some(password) => Some(kept_or_new(app, password, found.password_hash).await?),
        None => None,
    };
    let mut tx = app.pool.begin().await?;
    if registration.standing.is_blogger {
        referral::give_code(&mut tx, found.account_id).await?;
    }
    db::account::update_demo(&mut tx, found.account_id, &registration.profile(), password_hash.as_deref()).await?;
    tx.commit().await?;
    Ok(())
}

/// The stored hash as long as it is the password's: a new one would differ at every start.
async fn kept_or_new(app: &App, password: &Password, stored: Option<String>) -> Result<String> {
    match (app.passwords.verify(password.clone(), stored.clone()).await?, stored) {
        (Verdict::RightButWeak { stronger }, _) => Ok(stronger),
        (Verdict::Right, Some(stored)) => Ok(stored),
        (Verdict::Right | Verdict::Wrong, _) => app.passwords.hash(password.clone()).await,
    }
}

/// Production does not serve where everybody can sign in.
pub async fn refuse(app: &App) -> anyhow::Result<()> {
    let is_any = db::account::is_any_demo(&mut *app.pool.acquire().await?).await?;
    anyhow::ensure!(
        !is_any,
        "this database holds demo accounts, whose passwords everybody knows: production does not serve it"
    );
    Ok(())
}
