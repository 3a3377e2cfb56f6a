//! A customer of the demo accepts the quote of a wholesale request, and may have paid.

use anyhow::Context as _;
use chrono::TimeDelta;
use kit::Error;
use sha2::{Digest as _, Sha256};

use super::{Acceptance, story::Teller};
use crate::{
    app::{
        errands,
        wholesale::{self, Entered, Link},
    },
    db::{self, wholesale::request},
    domain::{
        baku,
        method::Method,
        order::{Address, Request},
        wholesale::{State, record::Direction},
    },
};

impl Teller {
    pub async fn accept(&self, acceptance: &Acceptance) -> anyhow::Result<()> {
        let app = &self.app;
        let quoted = {
            let mut connection = app.pool.acquire().await?;
            let found = request::of_key(&mut connection, &acceptance.request).await?;
            let (id, _) = found.context("the demo has no such wholesale request")?;
            db::wholesale::request::load_one(&mut connection, id).await?
        };
        let quote = quoted.quote.context("the request has no quote")?;
        let link = Link { token: app.wholesale.link_key.token(&quoted.code), code: quoted.code };
        let key = format!("history-{}", acceptance.request);
        let request = Request { hash: Sha256::digest(key.as_bytes()).into(), key };
        let address = office();
        let accepted = wholesale::Acceptance { version: quote.version, method: Method::Transfer, address, request };
        let record = match wholesale::accept(app, &link, &accepted).await {
            Ok(record) => record,
            // The small demo has fewer products: there the quote stays open.
            Err(Error::Conflict(refusal)) if refusal.code == "not_enough_stock" => return Ok(()),
            Err(error) => return Err(error.into()),
        };
        anyhow::ensure!(record.state == State::Accepted, "the quote is not accepted");
        while errands::run_errands(app).await? > 0 {}
        if acceptance.is_paid {
            self.past.pass(TimeDelta::days(1));
            let paid = Entered {
                direction: Direction::In,
                amount: quote.total,
                reference: format!("Köçürmə {}", link.code.as_str()),
                moved_on: baku::local(app.clock.now()).date(),
            };
            let record = wholesale::enter(app, &self.people.operator, &link.code, &paid).await?;
            anyhow::ensure!(record.state == State::Paid, "the request is not paid");
            while errands::run_errands(app).await? > 0 {}
        }
        Ok(())
    }
}

fn office() -> Address {
    Address {
        city: "Bakı".to_owned(),
        district: Some("Nəsimi".to_owned()),
        street: "28 May küçəsi".to_owned(),
        building: "16".to_owned(),
        floor: Some("4".to_owned()),
        ..Address::default()
    }
}
