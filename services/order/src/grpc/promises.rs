//! Serves the rules of delivery, returns, bonuses and payment that pages show. No sign-in is needed.

use kit::{Language, client::CallContext};
use proto::{
    json::from_name,
    order::{
        DeliveryTariff, OrderStatus, PromisesRequest, ReturnException, ReturnExceptionReason, ShopPromises,
        TariffWindow, promises_server,
    },
};
use tonic::{Request, Response, Status};

use super::{bonuses, earnings, orders::reply::status};
use crate::{
    App,
    app::promises::{self, Rules},
    domain::{
        bonus::{RETURN_DAYS, Rule},
        method::{MIN_INSTALLMENT_TOTAL, MONTHS},
        referral::WINDOW_DAYS,
        returns::Exception,
        status::Status as DomainStatus,
        tariff::{ZoneTariff, free_from_everywhere, free_from_lowest},
    },
};

pub struct Promises {
    pub app: App,
}

#[tonic::async_trait]
impl promises_server::Promises for Promises {
    async fn get(&self, request: Request<PromisesRequest>) -> Result<Response<ShopPromises>, Status> {
        let language = CallContext::from_request(&request).language;
        let rules = promises::read(&self.app).await?;
        Ok(Response::new(to_message(&self.app, rules, language)))
    }
}

fn to_message(app: &App, rules: Rules, language: Language) -> ShopPromises {
    let now = app.clock.now();
    let mut blogger_rules: Vec<Rule> = rules.blogger.into_iter().filter(|rule| rule.is_open(now)).collect();
    blogger_rules.sort_by_key(|rule| std::cmp::Reverse(rule.basis_points));
    ShopPromises {
        free_from_lowest: free_from_lowest(&rules.zones),
        free_from_everywhere: free_from_everywhere(&rules.zones),
        tariffs: rules.zones.into_iter().map(|zone| to_tariff(zone, language)).collect(),
        return_days: RETURN_DAYS as i64,
        return_exceptions: rules.exceptions.into_iter().map(|exception| to_exception(exception, language)).collect(),
        cancellable_until: cancellable_until().into(),
        bonus: Some(bonuses::terms(&rules.bonus, rules.spend_share, now, language)),
        influencer_rates: blogger_rules.iter().map(|rule| earnings::rate(rule, language)).collect(),
        click_days: WINDOW_DAYS,
        installment_minimum: MIN_INSTALLMENT_TOTAL,
        installment_months: MONTHS.to_vec(),
        pay_minutes: app.payment_time.minutes(),
    }
}

fn to_tariff(zone: ZoneTariff, language: Language) -> DeliveryTariff {
    let ZoneTariff { code, tariff, windows } = zone;
    let windows = windows.into_iter().map(|window| TariffWindow {
        starts: window.starts.into(),
        ends: window.ends.into(),
        surcharge: window.surcharge,
    });
    DeliveryTariff {
        code,
        title: tariff.title.in_language(language).to_owned(),
        fee: tariff.fee,
        free_from: tariff.free_from,
        minimum: tariff.minimum,
        lead_days: tariff.lead_days,
        cut_off: tariff.cut_off,
        prepare_hours: tariff.prepare_hours,
        windows: windows.collect(),
    }
}

fn to_exception(exception: Exception, language: Language) -> ReturnException {
    ReturnException {
        title: exception.title.in_language(language).to_owned(),
        reason: from_name::<ReturnExceptionReason>(exception.reason.key()).unwrap_or_default().into(),
        category_ids: exception.categories,
    }
}

/// Returns the first status in which a shopper can no longer cancel an order.
fn cancellable_until() -> OrderStatus {
    let first_uncancellable = DomainStatus::ALL.into_iter().find(|status| !status.is_cancellable());
    first_uncancellable.map(status).unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn orders_can_be_cancelled_until_a_courier_is_appointed() {
        assert_eq!(cancellable_until(), OrderStatus::CourierAppointed);
    }
}
