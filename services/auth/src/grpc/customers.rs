//! Customers' accounts for staff.

use kit::{
    Error, Result,
    input::{id, text},
};
use proto::{
    auth::{
        Block, BlockCustomerRequest, CountNewCustomersRequest, Customer, CustomerList, FindCustomersRequest,
        GetCustomerRequest, NewCustomers, customers_server,
    },
    json::to_timestamp,
};
use tonic::{Request, Response, Status};

use crate::{
    App,
    app::customers,
    db::customer::{self, CustomerKey, CustomerRow},
    domain::login::Login,
    grpc::{devices::into_device, signed_in::staff},
};

const NOT_FOUND: &str = "customer_not_found";
/// In characters.
const REASON: std::ops::RangeInclusive<usize> = 3..=500;
const CODE_LENGTH: usize = 8;
/// In bytes. Longer text is neither a phone number nor an e-mail address.
const MAX_TEXT_LENGTH: usize = 254;

pub struct Customers(pub App);

#[tonic::async_trait]
impl customers_server::Customers for Customers {
    async fn find(&self, request: Request<FindCustomersRequest>) -> Result<Response<CustomerList>, Status> {
        let operator = staff(&self.0, &request).await?;
        let text = request.get_ref().text.trim();
        let customers = if is_code(text) {
            customers::find(&self.0, &operator, &CustomerKey::Code(text)).await?
        } else {
            let login = parse_login(text).map_err(|code| Error::invalid("text", code))?;
            customers::find(&self.0, &operator, &key_of(&login)).await?
        };
        Ok(Response::new(CustomerList { customers: customers.into_iter().map(into_customer).collect() }))
    }

    async fn get(&self, request: Request<GetCustomerRequest>) -> Result<Response<Customer>, Status> {
        let operator = staff(&self.0, &request).await?;
        let account = id(request.get_ref().account_id, NOT_FOUND)?;
        Ok(Response::new(into_customer(customers::get(&self.0, &operator, account).await?)))
    }

    async fn block(&self, request: Request<BlockCustomerRequest>) -> Result<Response<Customer>, Status> {
        let operator = staff(&self.0, &request).await?;
        let account = id(request.get_ref().account_id, NOT_FOUND)?;
        let reason = text(&request.get_ref().reason, REASON).map_err(|code| Error::invalid("reason", code))?;
        Ok(Response::new(into_customer(customers::block(&self.0, &operator, account, &reason).await?)))
    }

    async fn unblock(&self, request: Request<GetCustomerRequest>) -> Result<Response<Customer>, Status> {
        let operator = staff(&self.0, &request).await?;
        let account = id(request.get_ref().account_id, NOT_FOUND)?;
        Ok(Response::new(into_customer(customers::unblock(&self.0, &operator, account).await?)))
    }

    async fn end_sessions(&self, request: Request<GetCustomerRequest>) -> Result<Response<Customer>, Status> {
        let operator = staff(&self.0, &request).await?;
        let account = id(request.get_ref().account_id, NOT_FOUND)?;
        Ok(Response::new(into_customer(customers::end_sessions(&self.0, &operator, account).await?)))
    }

    async fn count_new(&self, request: Request<CountNewCustomersRequest>) -> Result<Response<NewCustomers>, Status> {
        staff(&self.0, &request).await?;
        let mut connection = self.0.pool.acquire().await.map_err(Error::from)?;
        let counted = customer::count_new(&mut connection, self.0.clock.now()).await.map_err(Error::from)?;
        Ok(Response::new(NewCustomers { today: counted.today, last_week: counted.last_week }))
    }
}

fn is_code(text: &str) -> bool {
    text.len() == CODE_LENGTH && text.bytes().all(|byte| byte.is_ascii_digit())
}

fn parse_login(text: &str) -> Result<Login, &'static str> {
    match text.len() {
        0 => Err("required"),
        1..=MAX_TEXT_LENGTH => Login::parse(text).ok_or("invalid"),
        _ => Err("too_long"),
    }
}

fn key_of(login: &Login) -> CustomerKey<'_> {
    match login {
        Login::Phone(phone) => CustomerKey::Phone(phone.as_str()),
        Login::Email(email) => CustomerKey::Email(email.as_str()),
    }
}

fn into_customer(customer: customers::Customer) -> Customer {
    let customers::Customer { row, sessions } = customer;
    let block = into_block(&row);
    Customer {
        account_id: row.account_id,
        code: row.code,
        first_name: row.first_name,
        last_name: row.last_name,
        phone_number: row.phone_number,
        email: row.email,
        email_verified: row.email_verified,
        language: row.language,
        registered_at: Some(to_timestamp(row.created_at)),
        block,
        // The empty id matches no session, because none of these sessions is the operator's own.
        devices: sessions.into_iter().map(|session| into_device(session, "")).collect(),
        is_blogger: row.is_blogger,
        roles: row.roles,
    }
}

fn into_block(row: &CustomerRow) -> Option<Block> {
    let (at, blocked_by) = row.blocked_at.zip(row.blocked_by)?;
    Some(Block { at: Some(to_timestamp(at)), blocked_by, reason: row.block_reason.clone().unwrap_or_default() })
}
