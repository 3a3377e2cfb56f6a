//! The people of whose birthdays the caller is reminded.

use chrono::{Datelike as _, NaiveDate};
use kit::{
    Error, Result,
    input::{Checks, text},
};
use proto::{
    auth::{AddFamilyRequest, Family, FamilyList, ListFamiliesRequest, Relation, RemoveFamilyRequest, families_server},
    common::Done,
    json::{from_name, to_name},
};
use tonic::{Request, Response, Status};

use crate::{
    App,
    app::families,
    db::{
        self,
        family::{FamilyRow, NewFamily},
    },
    domain::{
        baku, birthday,
        field::{optional, parse_phone},
        profile::NAME,
        relation,
    },
    grpc::signed_in::owner,
};

pub struct Families(pub App);

#[tonic::async_trait]
impl families_server::Families for Families {
    async fn list(&self, request: Request<ListFamiliesRequest>) -> Result<Response<FamilyList>, Status> {
        let account = owner(&self.0, &request).await?;
        Ok(Response::new(FamilyList { families: all(&self.0, account).await? }))
    }

    async fn add(&self, request: Request<AddFamilyRequest>) -> Result<Response<Family>, Status> {
        let account = owner(&self.0, &request).await?;
        let today = baku::today(self.0.clock.now());
        let row = families::add(&self.0, account, &parse(request.get_ref(), today)?).await?;
        Ok(Response::new(into_family(row, today)))
    }

    async fn remove(&self, request: Request<RemoveFamilyRequest>) -> Result<Response<Done>, Status> {
        let account = owner(&self.0, &request).await?;
        families::remove(&self.0, account, request.get_ref().id).await?;
        Ok(Response::new(Done {}))
    }
}

/// The nearest next birthday first.
pub async fn all(app: &App, account: i64) -> Result<Vec<Family>> {
    let today = baku::today(app.clock.now());
    let rows = db::family::all_for(&mut *app.pool.acquire().await?, account).await?;
    let mut families: Vec<_> = rows.into_iter().map(|row| into_family(row, today)).collect();
    families.sort_by_key(|family| family.days_left);
    Ok(families)
}

fn parse(request: &AddFamilyRequest, today: NaiveDate) -> Result<NewFamily> {
    let mut checks = Checks::default();
    let name = checks.take("name", text(&request.name, NAME));
    let relation = checks.take("relation", parse_relation(request.relation));
    let birth_date = checks.take("birthDate", birthday::parse(&request.birth_date, today));
    let phone = checks.take("phoneNumber", optional(request.phone_number.as_deref(), parse_phone));
    checks.finish()?;
    let new = (|| Some(NewFamily { name: name?, relation: relation?, birth_date: birth_date?, phone: phone? }))();
    new.ok_or_else(|| Error::internal(anyhow::anyhow!("a field without a value passed the checks")))
}

fn parse_relation(raw: i32) -> Result<relation::Relation, &'static str> {
    match Relation::try_from(raw) {
        Ok(Relation::Unspecified) => Err("required"),
        Ok(relation) => relation::Relation::of_key(&to_name(relation)).ok_or("unknown_value"),
        Err(_) => Err("unknown_value"),
    }
}

fn into_family(row: FamilyRow, today: NaiveDate) -> Family {
    let next = birthday::next(row.birth_date, today);
    Family {
        id: row.family_id,
        name: row.name,
        relation: from_name::<Relation>(&row.relation).unwrap_or_default().into(),
        birth_date: row.birth_date.to_string(),
        phone_number: row.phone_number,
        next_birthday: next.to_string(),
        days_left: (next - today).num_days(),
        turns: (next.year() - row.birth_date.year()).into(),
    }
}
