//! Serves the shopper's bonuses, and the terms under which anyone earns and spends them.

use chrono::{DateTime, Utc};
use kit::{Language, client::CallContext, identity::Identity, page::Page};
use proto::{
    json::to_timestamp,
    order::{
        BonusAccount, BonusEntry, BonusEntryKind, BonusPage, BonusRate, BonusTerms, BonusTermsRequest, DatedBonus,
        GetBonusesRequest, bonuses_server,
    },
};
use tonic::{Request, Response, Status};

use crate::{
    App,
    app::bonus,
    db::bonus::Entry,
    domain::{
        bonus::{BIRTHDAY_FACTOR, GRACE_DAYS, NOTICE_DAYS, RETURN_DAYS, Rule, VALID_MONTHS},
        ledger::Kind,
    },
};

pub struct Bonuses {
    pub app: App,
    pub identity: Identity,
}

#[tonic::async_trait]
impl bonuses_server::Bonuses for Bonuses {
    async fn get(&self, request: Request<GetBonusesRequest>) -> Result<Response<BonusPage>, Status> {
        let account = self.identity.account(&request).await?;
        let page = Page::parse(request.get_ref().page, request.get_ref().per_page)?;
        let bonus::Account { balances, entries, total } = bonus::read(&self.app, account, page).await?;
        let account = BonusAccount {
            balance: balances.balance,
            pending: balances.pending.values().sum(),
            maturing: balances.pending.into_iter().map(to_dated_bonus).collect(),
            expiring: balances.expiring.into_iter().map(to_dated_bonus).collect(),
            entries: entries.into_iter().map(to_entry).collect(),
        };
        Ok(Response::new(BonusPage { account: Some(account), meta: Some(page.meta(total)) }))
    }

    async fn terms(&self, request: Request<BonusTermsRequest>) -> Result<Response<BonusTerms>, Status> {
        let language = CallContext::from_request(&request).language;
        let conditions = self.app.bonus_rules.all().await?;
        let now = self.app.clock.now();
        Ok(Response::new(self::terms(&conditions.rules, conditions.spend_share, now, language)))
    }
}

/// Includes the rules that apply now, the highest rate first.
pub(super) fn terms(rules: &[Rule], spend_share: i64, now: DateTime<Utc>, language: Language) -> BonusTerms {
    let mut open_rules: Vec<_> = rules.iter().filter(|rule| rule.is_open(now)).collect();
    open_rules.sort_by_key(|rule| std::cmp::Reverse(rule.basis_points));
    BonusTerms {
        rates: open_rules.into_iter().map(|rule| to_rate(rule, language)).collect(),
        return_days: RETURN_DAYS as i64,
        valid_months: VALID_MONTHS.into(),
        notice_days: NOTICE_DAYS as i64,
        birthday_factor: BIRTHDAY_FACTOR,
        spend_share,
        grace_days: GRACE_DAYS as i64,
    }
}

fn to_dated_bonus((at, amount): (DateTime<Utc>, i64)) -> DatedBonus {
    DatedBonus { amount, at: Some(to_timestamp(at)) }
}

fn to_entry(entry: Entry) -> BonusEntry {
    BonusEntry {
        kind: to_kind(entry.kind).into(),
        amount: entry.amount,
        order_code: entry.order_code,
        at: Some(to_timestamp(entry.at)),
        matures_at: Some(to_timestamp(entry.matures_at)),
        expires_at: Some(to_timestamp(entry.expires_at)),
    }
}

fn to_kind(kind: Kind) -> BonusEntryKind {
    match kind {
        Kind::BonusEarned => BonusEntryKind::Earned,
        Kind::BonusTakenBack => BonusEntryKind::TakenBack,
        Kind::BonusExpired => BonusEntryKind::Expired,
        Kind::BonusSpent => BonusEntryKind::Spent,
        Kind::BonusGivenBack => BonusEntryKind::GivenBack,
        // Other movements of the ledger do not change bonuses.
        _ => BonusEntryKind::Unspecified,
    }
}

fn to_rate(rule: &Rule, language: Language) -> BonusRate {
    let title = rule.title.in_language(language).to_owned();
    BonusRate { title, basis_points: rule.basis_points, ends_at: rule.ends_at.map(to_timestamp) }
}
