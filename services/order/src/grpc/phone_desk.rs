//! Serves orders that staff take on the phone.

mod parse;

use kit::{Error, Language, client::CallContext, identity::Identity};
use proto::order::{
    CheckedPhoneOrder, CreatePaymentLinkRequest, PhoneOrderDraft, PlacePhoneOrderRequest, PlacedOrder,
    phone_desk_server,
};
use tonic::{Request, Response, Status};

use super::{orders, reply, request_key};
use crate::{
    App,
    app::{self, Payer},
    domain::{self, method::Method},
};

pub struct PhoneDesk {
    pub app: App,
    pub identity: Identity,
}

#[tonic::async_trait]
impl phone_desk_server::PhoneDesk for PhoneDesk {
    async fn check(&self, request: Request<PhoneOrderDraft>) -> Result<Response<CheckedPhoneOrder>, Status> {
        let operator = self.identity.staff(&request).await?;
        let context = CallContext::from_request(&request);
        let draft = parse::draft(request.into_inner())?;
        let app::CheckedPhoneOrder { checked, has_account } =
            app::check_phone_order(&self.app, &operator, &context, &draft).await?;
        Ok(Response::new(CheckedPhoneOrder { cart: Some(reply::checked(checked)), has_account }))
    }

    async fn place(&self, request: Request<PlacePhoneOrderRequest>) -> Result<Response<PlacedOrder>, Status> {
        let operator = self.identity.staff(&request).await?;
        let context = CallContext::from_request(&request);
        let wanted = parse::order(request.into_inner())?;
        let placed = app::place_phone_order(&self.app, &operator, &context, &wanted).await?;
        Ok(Response::new(orders::reply::to_placed_order(placed, context.language)))
    }

    async fn create_payment_link(
        &self,
        request: Request<CreatePaymentLinkRequest>,
    ) -> Result<Response<PlacedOrder>, Status> {
        let operator = self.identity.staff(&request).await?;
        let language = Language::from_metadata(request.metadata());
        let request = request.into_inner();
        let code = orders::code(&request.code)?;
        let key =
            request_key::key(&request.idempotency_key).map_err(|error| Error::invalid("idempotencyKey", error))?;
        let request = domain::order::Request { key, hash: request_key::hash_of(&request)? };
        let payable = app::pay(&self.app, Payer::Staff(&operator), &code, Method::Card, &request).await?;
        Ok(Response::new(orders::reply::payable_to_placed_order(payable, language)))
    }
}
