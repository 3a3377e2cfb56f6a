//! Demo accounts: their passwords are printed on every screen, so production knows none.

use kit::Result;

use crate::{
    App,
    app::{
        referral,
        register::{self, Registration},
    },
    db,
    passwords::Verdict,
};

/// Registers the demo account with this phone number, or brings it up to date.
pub async fn place(app: &App, registration: &Registration) -> Result<()> {
    let found = db::account::find_demo(&mut *app.pool.acquire().await?, &registration.phone).await?;
    let Some(found) = found else { return register::register(app, registration).await.map(drop) };
    let verdict = app.passwords.verify(registration.password.clone(), Some(found.password_hash.clone())).await?;
    let password_hash = match verdict {
        Verdict::Right => found.password_hash,
        Verdict::RightButWeak { stronger } => stronger,
        Verdict::Wrong => app.passwords.hash(registration.password.clone()).await?,
    };
    let mut tx = app.pool.begin().await?;
    if registration.standing.is_blogger {
        referral::give_code(&mut tx, found.account_id).await?;
    }
    db::account::update_demo(&mut tx, found.account_id, &registration.profile(), &password_hash).await?;
    tx.commit().await?;
    Ok(())
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
