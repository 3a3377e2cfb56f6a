//! Caches the order service's rules by language, because they contain names. While it is unreachable, the last rules
//! are used.

use std::{
    collections::HashMap,
    sync::{Arc, Mutex, PoisonError},
    time::{Duration, Instant},
};

use kit::{
    Error, Language, Result,
    client::{self, CallContext, Channel},
};
use proto::{
    json::to_name,
    order::{BonusTerms, DeliveryTariff, PromisesRequest, ShopPromises, promises_client::PromisesClient},
};

use crate::domain::shop_rules::{Rate, ShopRules, Tariff, Window};

/// A page shows a changed rule after this time.
pub const TTL: Duration = Duration::from_secs(1);

#[derive(Clone)]
pub struct RuleCache {
    /// `None` in tests whose pages show no rules.
    order: Option<PromisesClient<Channel>>,
    ttl: Duration,
    cached_by_language: Arc<Mutex<HashMap<Language, Cached>>>,
}

#[derive(Clone)]
struct Cached {
    rules: Arc<ShopRules>,
    loaded_at: Instant,
}

impl RuleCache {
    pub fn new(order: Channel, ttl: Duration) -> Self {
        Self { order: Some(PromisesClient::new(order)), ttl, cached_by_language: Arc::default() }
    }

    /// Pages that show rules are then unavailable.
    pub fn without_order_service() -> Self {
        Self { order: None, ttl: TTL, cached_by_language: Arc::default() }
    }

    pub async fn get(&self, language: Language) -> Result<Arc<ShopRules>> {
        let cached = self.find(language);
        if let Some(fresh) = cached.as_ref().filter(|cached| cached.loaded_at.elapsed() < self.ttl) {
            return Ok(fresh.rules.clone());
        }
        match (self.load(language).await, cached) {
            (Ok(rules), _) => {
                let cached = Cached { rules: Arc::new(rules), loaded_at: Instant::now() };
                self.cached_by_language.lock().unwrap_or_else(PoisonError::into_inner).insert(language, cached.clone());
                Ok(cached.rules)
            }
            (Err(error), Some(stale)) => {
                let error = format!("{:#}", anyhow::Error::from(error));
                tracing::warn!(error, "The rules could not be loaded from the order service; using the last ones");
                Ok(stale.rules)
            }
            (Err(error), None) => Err(error),
        }
    }

    fn find(&self, language: Language) -> Option<Cached> {
        self.cached_by_language.lock().unwrap_or_else(PoisonError::into_inner).get(&language).cloned()
    }

    async fn load(&self, language: Language) -> Result<ShopRules> {
        let order = self.order.as_ref().ok_or_else(|| unavailable("no order service is configured"))?;
        let context = CallContext { language, ..CallContext::default() };
        let response = client::retry(|| {
            let (mut order, request) = (order.clone(), context.sign(PromisesRequest {}));
            async move { order.get(request).await }
        });
        let response = response.await.map_err(|status| {
            Error::unavailable(anyhow::Error::new(status).context("the order service's rules could not be loaded"))
        })?;
        Ok(into_rules(response.into_inner()))
    }
}

fn unavailable(why: &'static str) -> Error {
    Error::unavailable(anyhow::anyhow!(why))
}

/// The contract calls the rules promises.
fn into_rules(raw: ShopPromises) -> ShopRules {
    let cancel_until = to_name(raw.cancellable_until());
    let BonusTerms { rates, valid_months, notice_days, birthday_factor, spend_share, grace_days, .. } =
        raw.bonus.unwrap_or_default();
    let rate = |title: String, basis_points: i64| Rate { title, basis_points };
    ShopRules {
        tariffs: raw.tariffs.into_iter().map(into_tariff).collect(),
        free_from_lowest: raw.free_from_lowest,
        free_from_everywhere: raw.free_from_everywhere,
        return_days: raw.return_days,
        return_exceptions: raw.return_exceptions.into_iter().map(|exception| exception.title).collect(),
        cancel_until,
        bonus_rates: rates.into_iter().map(|bonus| rate(bonus.title, bonus.basis_points)).collect(),
        birthday_bonus_factor: birthday_factor,
        bonus_valid_months: valid_months,
        bonus_notice_days: notice_days,
        bonus_grace_days: grace_days,
        max_bonus_share: spend_share,
        blogger_rates: raw
            .influencer_rates
            .into_iter()
            .map(|earning| rate(earning.title, earning.basis_points))
            .collect(),
        click_days: raw.click_days,
        installment_minimum: raw.installment_minimum,
        installment_months: raw.installment_months,
        pay_minutes: raw.pay_minutes,
    }
}

fn into_tariff(raw: DeliveryTariff) -> Tariff {
    let windows = raw.windows.into_iter().map(|window| Window {
        starts: window.starts,
        ends: window.ends,
        surcharge: window.surcharge,
    });
    Tariff {
        code: raw.code,
        title: raw.title,
        fee: raw.fee,
        free_from: raw.free_from,
        order_minimum: raw.minimum,
        lead_days: raw.lead_days,
        cut_off: raw.cut_off,
        prepare_hours: raw.prepare_hours,
        windows: windows.collect(),
    }
}
