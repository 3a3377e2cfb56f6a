//! Referral codes of bloggers, and checks for self-dealing: a purchase by a blogger through their own link.

use kit::{Language, Result, identity::Caller};
use sqlx::PgConnection;

use crate::{
    App,
    app::sign_out::session_id,
    db,
    domain::{
        address::{PlaceKey, place_key},
        referral::{SelfDealing, first_unused, stem_of},
    },
};

/// Call before the account becomes a blogger, because the schema requires a code.
pub async fn give_code(tx: &mut PgConnection, account: i64) -> Result<()> {
    if let Some((first_name, last_name)) = db::referral::name_without_code(tx, account).await? {
        let code = new_code(tx, &first_name, &last_name).await?;
        db::referral::set_code(tx, account, &code).await?;
    }
    Ok(())
}

pub async fn new_code(tx: &mut PgConnection, first_name: &str, last_name: &str) -> Result<String> {
    let stem = stem_of(first_name, last_name);
    let taken = db::referral::lock_and_find(tx, &stem).await?;
    Ok(first_unused(&stem, &taken))
}

pub enum Blogger {
    Code(String),
    Account(i64),
}

pub struct Screening {
    pub account: i64,
    pub self_dealing: Option<SelfDealing>,
}

/// `caller` is the buyer, whose order is delivered to `address`.
pub async fn screen(
    app: &App,
    caller: Option<&Caller>,
    blogger: &Blogger,
    address: Option<i64>,
) -> Result<Option<Screening>> {
    let mut connection = app.pool.acquire().await?;
    let found = match blogger {
        Blogger::Code(code) => db::referral::blogger_with_code(&mut connection, code).await?,
        Blogger::Account(account) => db::profile::is_blogger_for(&mut connection, *account).await?.then_some(*account),
    };
    let Some(account) = found else { return Ok(None) };
    let self_dealing = match caller {
        Some(caller) => find_self_dealing(&mut connection, caller, account, address).await?,
        None => None,
    };
    Ok(Some(Screening { account, self_dealing }))
}

async fn find_self_dealing(
    tx: &mut PgConnection,
    caller: &Caller,
    blogger: i64,
    address: Option<i64>,
) -> Result<Option<SelfDealing>> {
    if caller.account == blogger {
        return Ok(Some(SelfDealing::Purchase));
    }
    if db::account_device::has_used_browser_of(tx, blogger, session_id(caller)?).await? {
        return Ok(Some(SelfDealing::Device));
    }
    let Some(address) = address else { return Ok(None) };
    // Any language works, because names of places are not compared.
    let Some(address) = db::address::find_for(tx, caller.account, address, Language::Az).await? else {
        return Ok(None);
    };
    let key = place_key_of(&address);
    let blogger_addresses = db::address::all_for(tx, blogger, Language::Az).await?;
    let is_same_place = blogger_addresses.iter().any(|address| place_key_of(address) == key);
    Ok(is_same_place.then_some(SelfDealing::Address))
}

fn place_key_of(row: &db::address::AddressRow) -> PlaceKey {
    place_key(row.city_id, &row.street, &row.building, row.apartment.as_deref())
}
