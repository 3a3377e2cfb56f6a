//! A fake order service, which returns the rules that pages show.

use std::sync::{Arc, Mutex, PoisonError};

use kit::Language;
use proto::order::{
    BonusRate, BonusTerms, DeliveryTariff, EarningRate, OrderStatus, PromisesRequest, ReturnException, ShopPromises,
    TariffWindow, promises_server,
};
use testkit::server::TestServer;
use tonic::{Request, Response, Status, service::Routes};

#[derive(Clone)]
pub struct FakeOrderService(Arc<Mutex<ShopPromises>>);

impl Default for FakeOrderService {
    fn default() -> Self {
        Self(Arc::new(Mutex::new(initial_rules())))
    }
}

impl FakeOrderService {
    pub async fn serve(&self) -> TestServer {
        let mut routes = Routes::builder();
        routes.add_service(promises_server::PromisesServer::new(self.clone()));
        TestServer::start(routes.routes()).await
    }

    pub fn change_rules(&self, change: impl FnOnce(&mut ShopPromises)) {
        change(&mut self.0.lock().unwrap_or_else(PoisonError::into_inner));
    }
}

#[tonic::async_trait]
impl promises_server::Promises for FakeOrderService {
    async fn get(&self, request: Request<PromisesRequest>) -> Result<Response<ShopPromises>, Status> {
        let mut rules = self.0.lock().unwrap_or_else(PoisonError::into_inner).clone();
        // As in the real service, titles depend on the language of the request.
        let language = Language::from_metadata(request.metadata()).code();
        for tariff in &mut rules.tariffs {
            tariff.title = format!("{} {language}", tariff.title);
        }
        Ok(Response::new(rules))
    }
}

/// Amounts are in qəpik (1/100 manat), and rates in hundredths of a per cent.
fn initial_rules() -> ShopPromises {
    let baku = DeliveryTariff {
        code: "baku".to_owned(),
        title: "Bakı".to_owned(),
        fee: 300,
        free_from: Some(5_000),
        cut_off: 18,
        prepare_hours: 2,
        windows: vec![TariffWindow { starts: 10, ends: 12, surcharge: 0 }],
        ..DeliveryTariff::default()
    };
    ShopPromises {
        tariffs: vec![baku],
        free_from_lowest: Some(5_000),
        free_from_everywhere: Some(5_000),
        return_days: 14,
        return_exceptions: vec![ReturnException { title: "Gül".to_owned(), ..ReturnException::default() }],
        cancellable_until: OrderStatus::CourierAppointed.into(),
        bonus: Some(BonusTerms {
            rates: vec![BonusRate { title: "Hamısı".to_owned(), basis_points: 100, ends_at: None }],
            spend_share: 3_000,
            valid_months: 12,
            notice_days: 14,
            grace_days: 30,
            birthday_factor: 2,
            ..BonusTerms::default()
        }),
        influencer_rates: vec![EarningRate { title: "Hamısı".to_owned(), basis_points: 300, ends_at: None }],
        click_days: 30,
        installment_minimum: 4_000,
        installment_months: vec![3, 6],
        pay_minutes: 20,
    }
}
