//! Demo accounts. Their passwords are published, so production refuses to run with them.

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

/// Creates the demo account with this phone number, or updates it.
pub async fn upsert(app: &App, registration: &Registration) -> Result<()> {
    let found = db::account::find_demo(&mut *app.pool.acquire().await?, &registration.phone).await?;
    let Some(found) = found else { return register::register(app, registration).await.map(drop) };
    let password_hash = match &registration.password {
        Some(password) => Some(keep_or_rehash(app, password, found.password_hash).await?),
        None => None,
    };
    let mut tx = app.pool.begin().await?;
    if registration.flags.is_blogger {
        referral::give_code(&mut tx, found.account_id).await?;
    }
    db::account::update_demo(&mut tx, found.account_id, &registration.profile(), password_hash.as_deref()).await?;
    tx.commit().await?;
    Ok(())
}

/// Keeps the stored hash if it matches the password: hashes are salted, so a new one would differ at every load.
async fn keep_or_rehash(app: &App, password: &Password, stored: Option<String>) -> Result<String> {
    match (app.passwords.verify(password.clone(), stored.clone()).await?, stored) {
        (Verdict::CorrectButWeak { rehashed }, _) => Ok(rehashed),
        (Verdict::Correct, Some(stored)) => Ok(stored),
        (Verdict::Correct | Verdict::Wrong, _) => app.passwords.hash(password.clone()).await,
    }
}

/// Fails if the database contains demo accounts; called before serving in production.
pub async fn ensure_none(app: &App) -> anyhow::Result<()> {
    let exists = db::account::is_any_demo(&mut *app.pool.acquire().await?).await?;
    anyhow::ensure!(
        !exists,
        "this database contains demo accounts, whose passwords are published: production refuses to use it"
    );
    Ok(())
}
