//! Serves wholesale requests to operators. Every access to customers' data is written to the audit log.

use audit::Entry;
use kit::{
    Error, Result,
    identity::{Caller, Identity},
    input,
    page::Page,
};
use proto::{
    json::to_name,
    order::{
        CancelWholesaleRequest, EnterTransferRequest, GetWholesaleRequest, QuoteWholesaleRequest, WholesaleListRequest,
        WholesalePage, WholesaleRequest, WholesaleState, wholesale_desk_server,
    },
};
use tonic::{Request, Response, Status};

use super::{
    parse,
    reply::{self, Reader},
};
use crate::{
    App,
    app::wholesale,
    db::{self, wholesale::request::Filter},
    domain::wholesale::{State, record::Record},
};

/// In characters.
const TEXT_LENGTH: std::ops::RangeInclusive<usize> = 0..=100;

pub struct WholesaleDesk {
    pub app: App,
    pub identity: Identity,
}

impl WholesaleDesk {
    fn reply(&self, record: Record) -> Response<WholesaleRequest> {
        Response::new(reply::request(record, Reader::Operator, &self.app))
    }

    /// Writes the access to the audit log.
    async fn read(&self, operator: &Caller, code: &str) -> Result<Record> {
        let code = parse::code(code)?;
        let mut connection = self.app.pool.acquire().await?;
        let id = db::wholesale::request::id_of_code(&mut connection, &code).await?;
        let id = id.ok_or(Error::NotFound("wholesale_not_found"))?;
        let record = db::wholesale::record::load_one(&mut connection, id).await?;
        let entry = Entry::read("wholesale", code.as_str());
        audit::insert(&mut connection, operator, entry, self.app.clock.now()).await?;
        Ok(record)
    }
}

#[tonic::async_trait]
impl wholesale_desk_server::WholesaleDesk for WholesaleDesk {
    async fn list(&self, request: Request<WholesaleListRequest>) -> Result<Response<WholesalePage>, Status> {
        let operator = self.identity.staff(&request).await?;
        let request = request.into_inner();
        let page = Page::parse(request.page, request.per_page)?;
        let filter = filter(&request)?;
        let mut connection = self.app.pool.acquire().await.map_err(Error::from)?;
        let total = db::wholesale::request::count(&mut connection, &filter).await.map_err(Error::from)?;
        let ids = db::wholesale::request::page(&mut connection, &filter, page).await.map_err(Error::from)?;
        let records = db::wholesale::record::load(&mut connection, &ids).await.map_err(Error::from)?;
        let filters = [("status", filter.state.is_some()), ("text", filter.text.is_some())];
        let filters: Vec<_> = filters.into_iter().filter(|(_, is_set)| *is_set).map(|(name, _)| name).collect();
        let shown = records.iter().map(|record| record.code.as_str());
        let entry = Entry::read_list("wholesale", &filters, shown);
        audit::insert(&mut connection, &operator, entry, self.app.clock.now()).await.map_err(Error::from)?;
        let requests = records.into_iter().map(|record| reply::request(record, Reader::Operator, &self.app)).collect();
        Ok(Response::new(WholesalePage { requests, meta: Some(page.meta(total)) }))
    }

    async fn get(&self, request: Request<GetWholesaleRequest>) -> Result<Response<WholesaleRequest>, Status> {
        let operator = self.identity.staff(&request).await?;
        Ok(self.reply(self.read(&operator, &request.get_ref().code).await?))
    }

    async fn quote(&self, request: Request<QuoteWholesaleRequest>) -> Result<Response<WholesaleRequest>, Status> {
        let operator = self.identity.staff(&request).await?;
        let request = request.into_inner();
        let code = parse::code(&request.code)?;
        let terms = parse::terms(&request, self.app.clock.now())?;
        Ok(self.reply(wholesale::quote(&self.app, &operator, &code, &terms).await?))
    }

    async fn enter_transfer(
        &self,
        request: Request<EnterTransferRequest>,
    ) -> Result<Response<WholesaleRequest>, Status> {
        let operator = self.identity.staff(&request).await?;
        let request = request.into_inner();
        let code = parse::code(&request.code)?;
        let entered = parse::transfer(&request, self.app.clock.now())?;
        Ok(self.reply(wholesale::enter(&self.app, &operator, &code, &entered).await?))
    }

    async fn cancel(&self, request: Request<CancelWholesaleRequest>) -> Result<Response<WholesaleRequest>, Status> {
        let operator = self.identity.staff(&request).await?;
        let request = request.into_inner();
        let code = parse::code(&request.code)?;
        let reason = super::super::orders::parse::reason(request.reason.as_deref())?;
        Ok(self.reply(wholesale::cancel(&self.app, &operator, &code, reason).await?))
    }
}

fn filter(request: &WholesaleListRequest) -> Result<Filter> {
    let state = match WholesaleState::try_from(request.status) {
        Ok(WholesaleState::Unspecified) => None,
        Ok(state) => State::of_key(&to_name(state)),
        Err(_) => return Err(Error::invalid("status", "unknown_value")),
    };
    let text = request.text.as_deref().map(|raw| input::text(raw, TEXT_LENGTH)).transpose();
    let text = text.map_err(|code| Error::invalid("text", code))?.filter(|text| !text.is_empty());
    Ok(Filter { state, text })
}
