//! Serves wholesale requests to customers, who may have no account. The secret token in the request's link authorises
//! every call except sending a new request.

mod desk;
mod parse;
mod reply;

use kit::{Error, Result, client::CallContext, identity::Identity};
use proto::order::{
    AcceptWholesaleRequest, AskWholesaleRequest, DeclineWholesaleRequest, PayWholesaleRequest, WholesaleAnswer,
    WholesaleAsked, WholesaleFile, WholesaleLink, WholesaleRequest, wholesale_server,
};
use tonic::{Request, Response, Status};

pub use self::desk::WholesaleDesk;
use self::reply::Reader;
use super::orders;
use crate::{
    App,
    app::wholesale,
    document,
    domain::wholesale::{State, record::Record},
};

pub struct Wholesale {
    pub app: App,
    pub identity: Identity,
}

impl Wholesale {
    fn reply(&self, record: Record) -> Response<WholesaleRequest> {
        Response::new(reply::request(record, Reader::Customer, &self.app))
    }

    /// The payment has a redirect URL if the order awaits a payment by card.
    async fn answer(&self, record: Record) -> Result<Response<WholesaleAnswer>> {
        let payable = wholesale::open_order(&self.app, &record).await?;
        let payment = Some(orders::reply::to_payment(&payable));
        let request = Some(reply::request(record, Reader::Customer, &self.app));
        Ok(Response::new(WholesaleAnswer { request, payment }))
    }
}

#[tonic::async_trait]
impl wholesale_server::Wholesale for Wholesale {
    async fn ask(&self, request: Request<AskWholesaleRequest>) -> Result<Response<WholesaleAsked>, Status> {
        let account = self.identity.visitor(&request).await?.map(|caller| caller.account);
        let visitor = CallContext::from_request(&request);
        let (wanted, idempotency) = parse::wanted(request.get_ref(), visitor.language, self.app.clock.now())?;
        let record = wholesale::create_request(&self.app, account, &visitor, &wanted, &idempotency).await?;
        Ok(Response::new(reply::created(&record, &self.app)))
    }

    async fn get(&self, request: Request<WholesaleLink>) -> Result<Response<WholesaleRequest>, Status> {
        let link = parse::link(&request.get_ref().code, &request.get_ref().token)?;
        Ok(self.reply(wholesale::open(&self.app, &link).await?))
    }

    async fn accept(&self, request: Request<AcceptWholesaleRequest>) -> Result<Response<WholesaleAnswer>, Status> {
        let request = request.into_inner();
        let link = parse::link(&request.code, &request.token)?;
        let acceptance = parse::acceptance(&request)?;
        let record = wholesale::accept(&self.app, &link, &acceptance).await?;
        Ok(self.answer(record).await?)
    }

    async fn pay(&self, request: Request<PayWholesaleRequest>) -> Result<Response<WholesaleAnswer>, Status> {
        let request = request.into_inner();
        let link = parse::link(&request.code, &request.token)?;
        let (method, idempotency) = parse::payment(&request)?;
        let record = wholesale::pay(&self.app, &link, method, &idempotency).await?;
        Ok(self.answer(record).await?)
    }

    async fn decline(&self, request: Request<DeclineWholesaleRequest>) -> Result<Response<WholesaleRequest>, Status> {
        let request = request.into_inner();
        let link = parse::link(&request.code, &request.token)?;
        let reason = orders::parse::reason(request.reason.as_deref())?;
        Ok(self.reply(wholesale::decline(&self.app, &link, reason.as_deref()).await?))
    }

    async fn quote_file(&self, request: Request<WholesaleLink>) -> Result<Response<WholesaleFile>, Status> {
        let link = parse::link(&request.get_ref().code, &request.get_ref().token)?;
        let record = wholesale::open(&self.app, &link).await?;
        Ok(Response::new(quote_file(&self.app, &record)?))
    }

    async fn invoice_file(&self, request: Request<WholesaleLink>) -> Result<Response<WholesaleFile>, Status> {
        let link = parse::link(&request.get_ref().code, &request.get_ref().token)?;
        let record = wholesale::open(&self.app, &link).await?;
        let seller = self.app.wholesale.seller.as_ref();
        let is_accepted = matches!(record.state, State::Accepted | State::Paid);
        let (Some(quote), Some(invoice), Some(seller), true) = (&record.quote, &record.invoice, seller, is_accepted)
        else {
            return Err(Error::NotFound("wholesale_not_found").into());
        };
        let content = document::invoice(&record, quote, invoice, seller).map_err(Error::Internal)?;
        Ok(Response::new(WholesaleFile { name: format!("{}.pdf", invoice.number), content }))
    }
}

fn quote_file(app: &App, record: &Record) -> Result<WholesaleFile> {
    let quote = record.quote.as_ref().ok_or(Error::NotFound("wholesale_not_found"))?;
    let content = document::quote(record, quote, &app.site_url).map_err(Error::Internal)?;
    Ok(WholesaleFile { name: format!("{}-{}.pdf", record.code.as_str(), quote.version), content })
}
