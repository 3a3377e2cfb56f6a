//! gRPC clients of the six services.

mod seo;

use std::sync::Arc;

use kit::{
    Clock,
    client::{Channel, Connector},
    identity::Identity,
};
use proto::{
    audit::audit_client::AuditClient,
    auth::{
        accounts_client::AccountsClient, addresses_client::AddressesClient, clients_client::ClientsClient,
        codes_client::CodesClient, customers_client::CustomersClient, devices_client::DevicesClient,
        emails_client::EmailsClient, families_client::FamiliesClient, influencers_client::InfluencersClient,
        keys_client::KeysClient, passkeys_client::PasskeysClient, passwords_client::PasswordsClient,
        places_client::PlacesClient, profiles_client::ProfilesClient, saved_views_client::SavedViewsClient,
        second_factors_client::SecondFactorsClient, security_client::SecurityClient, sessions_client::SessionsClient,
        staff_client::StaffClient, staff_sessions_client::StaffSessionsClient,
    },
    catalog::{
        categories_client::CategoriesClient, category_desk_client::CategoryDeskClient,
        import_desk_client::ImportDeskClient, likes_client::LikesClient, lists_client::ListsClient,
        pictures_client::PicturesClient, product_desk_client::ProductDeskClient, products_client::ProductsClient,
        reviews_client::ReviewsClient, search_client::SearchClient, search_rule_desk_client::SearchRuleDeskClient,
        sitemap_client::SitemapClient as CatalogSitemapClient, stock_desk_client::StockDeskClient,
    },
    notification::{
        inbox_client::InboxClient, notifications_client::NotificationsClient, preferences_client::PreferencesClient,
        ticket_desk_client::TicketDeskClient, tickets_client::TicketsClient,
    },
    order::{
        auditor_client::AuditorClient, bonuses_client::BonusesClient, carts_client::CartsClient,
        cashout_desk_client::CashoutDeskClient, cashouts_client::CashoutsClient, dashboard_client::DashboardClient,
        deliveries_client::DeliveriesClient, desk_client::DeskClient, earnings_client::EarningsClient,
        orders_client::OrdersClient, payments_client::PaymentsClient, phone_desk_client::PhoneDeskClient,
        promise_desk_client::PromiseDeskClient, promises_client::PromisesClient, promo_desk_client::PromoDeskClient,
        wholesale_client::WholesaleClient, wholesale_desk_client::WholesaleDeskClient,
        zone_desk_client::ZoneDeskClient,
    },
    store::{
        campaign_desk_client::CampaignDeskClient, campaigns_client::CampaignsClient,
        sitemap_client::SitemapClient as StoreSitemapClient, store_desk_client::StoreDeskClient,
        stores_client::StoresClient,
    },
    system::system_desk_client::SystemDeskClient,
};
use tokio_util::sync::CancellationToken;

use crate::config::Peers;

/// Each method creates a client; clients are cheap, and calls need a mutable one.
#[derive(Clone)]
pub struct Services(Arc<Inner>);

struct Inner {
    auth: Channel,
    /// `…_streams` are for streams that stay open.
    auth_streams: Channel,
    catalog: Channel,
    /// `…_sitemap` are separate: a slow reader of a large stream must not delay other calls.
    catalog_sitemap: Channel,
    catalog_streams: Channel,
    order: Channel,
    order_streams: Channel,
    store: Channel,
    store_sitemap: Channel,
    store_streams: Channel,
    notification: Channel,
    notification_streams: Channel,
    seo: Channel,
    seo_streams: Channel,
    identity: Identity,
}

impl Services {
    /// Connects at the first call, so services may start in any order.
    pub fn new(peers: &Peers, connector: &Connector, clock: Clock) -> anyhow::Result<Self> {
        let auth = connector.connect(&peers.auth_url)?;
        let identity = Identity::new(KeysClient::new(auth.clone()), clock);
        Ok(Self(Arc::new(Inner {
            auth,
            auth_streams: connector.connect_streaming(&peers.auth_url)?,
            catalog: connector.connect(&peers.catalog_url)?,
            catalog_sitemap: connector.connect_streaming(&peers.catalog_url)?,
            catalog_streams: connector.connect_streaming(&peers.catalog_url)?,
            order: connector.connect(&peers.order_url)?,
            order_streams: connector.connect_streaming(&peers.order_url)?,
            store: connector.connect(&peers.store_url)?,
            store_sitemap: connector.connect_streaming(&peers.store_url)?,
            store_streams: connector.connect_streaming(&peers.store_url)?,
            notification: connector.connect(&peers.notification_url)?,
            notification_streams: connector.connect_streaming(&peers.notification_url)?,
            seo: connector.connect(&peers.seo_url)?,
            seo_streams: connector.connect_streaming(&peers.seo_url)?,
            identity,
        })))
    }

    pub fn identity(&self) -> &Identity {
        &self.0.identity
    }

    /// Receives revoked tokens until stopped, so that [`Self::identity`] refuses them.
    pub async fn follow_revocations(self, stop: CancellationToken) -> anyhow::Result<()> {
        self.0.identity.clone().follow_revocations(self.0.auth_streams.clone(), stop).await
    }

    pub fn sessions(&self) -> SessionsClient<Channel> {
        SessionsClient::new(self.0.auth.clone())
    }

    pub fn accounts(&self) -> AccountsClient<Channel> {
        AccountsClient::new(self.0.auth.clone())
    }

    pub fn codes(&self) -> CodesClient<Channel> {
        CodesClient::new(self.0.auth.clone())
    }

    pub fn passwords(&self) -> PasswordsClient<Channel> {
        PasswordsClient::new(self.0.auth.clone())
    }

    pub fn emails(&self) -> EmailsClient<Channel> {
        EmailsClient::new(self.0.auth.clone())
    }

    pub fn profiles(&self) -> ProfilesClient<Channel> {
        ProfilesClient::new(self.0.auth.clone())
    }

    pub fn clients(&self) -> ClientsClient<Channel> {
        ClientsClient::new(self.0.auth.clone())
    }

    pub fn devices(&self) -> DevicesClient<Channel> {
        DevicesClient::new(self.0.auth.clone())
    }

    pub fn addresses(&self) -> AddressesClient<Channel> {
        AddressesClient::new(self.0.auth.clone())
    }

    pub fn places(&self) -> PlacesClient<Channel> {
        PlacesClient::new(self.0.auth.clone())
    }

    pub fn families(&self) -> FamiliesClient<Channel> {
        FamiliesClient::new(self.0.auth.clone())
    }

    pub fn influencers(&self) -> InfluencersClient<Channel> {
        InfluencersClient::new(self.0.auth.clone())
    }

    pub fn staff(&self) -> StaffClient<Channel> {
        StaffClient::new(self.0.auth.clone())
    }

    pub fn staff_sessions(&self) -> StaffSessionsClient<Channel> {
        StaffSessionsClient::new(self.0.auth.clone())
    }

    pub fn saved_views(&self) -> SavedViewsClient<Channel> {
        SavedViewsClient::new(self.0.auth.clone())
    }

    pub fn second_factors(&self) -> SecondFactorsClient<Channel> {
        SecondFactorsClient::new(self.0.auth.clone())
    }

    pub fn passkeys(&self) -> PasskeysClient<Channel> {
        PasskeysClient::new(self.0.auth.clone())
    }

    pub fn security(&self) -> SecurityClient<Channel> {
        SecurityClient::new(self.0.auth.clone())
    }

    pub fn customers(&self) -> CustomersClient<Channel> {
        CustomersClient::new(self.0.auth.clone())
    }

    pub fn audit_logs(&self) -> [(&'static str, AuditClient<Channel>); 6] {
        self.each().map(|(name, channel)| (name, AuditClient::new(channel.clone())))
    }

    /// Staff changes of these services affect cached responses.
    pub fn staff_change_sources(&self) -> [(&'static str, AuditClient<Channel>); 3] {
        let Inner { catalog_streams, store_streams, seo_streams, .. } = &*self.0;
        [("catalog", catalog_streams), ("store", store_streams), ("seo", seo_streams)]
            .map(|(name, channel)| (name, AuditClient::new(channel.clone())))
    }

    pub fn system_desks(&self) -> [(&'static str, SystemDeskClient<Channel>); 6] {
        self.each().map(|(name, channel)| (name, SystemDeskClient::new(channel.clone())))
    }

    fn each(&self) -> [(&'static str, &Channel); 6] {
        let inner = &self.0;
        [
            ("auth", &inner.auth),
            ("catalog", &inner.catalog),
            ("notification", &inner.notification),
            ("order", &inner.order),
            ("seo", &inner.seo),
            ("store", &inner.store),
        ]
    }

    pub fn keys(&self) -> KeysClient<Channel> {
        KeysClient::new(self.0.auth.clone())
    }

    pub fn categories(&self) -> CategoriesClient<Channel> {
        CategoriesClient::new(self.0.catalog.clone())
    }

    pub fn product_desk(&self) -> ProductDeskClient<Channel> {
        ProductDeskClient::new(self.0.catalog.clone())
    }

    pub fn import_desk(&self) -> ImportDeskClient<Channel> {
        ImportDeskClient::new(self.0.catalog.clone())
    }

    pub fn search_rule_desk(&self) -> SearchRuleDeskClient<Channel> {
        SearchRuleDeskClient::new(self.0.catalog.clone())
    }

    pub fn stock_desk(&self) -> StockDeskClient<Channel> {
        StockDeskClient::new(self.0.catalog.clone())
    }

    pub fn category_desk(&self) -> CategoryDeskClient<Channel> {
        CategoryDeskClient::new(self.0.catalog.clone())
    }

    pub fn products(&self) -> ProductsClient<Channel> {
        ProductsClient::new(self.0.catalog.clone())
    }

    pub fn likes(&self) -> LikesClient<Channel> {
        LikesClient::new(self.0.catalog.clone())
    }

    pub fn search(&self) -> SearchClient<Channel> {
        SearchClient::new(self.0.catalog.clone())
    }

    pub fn reviews(&self) -> ReviewsClient<Channel> {
        ReviewsClient::new(self.0.catalog.clone())
    }

    pub fn lists(&self) -> ListsClient<Channel> {
        ListsClient::new(self.0.catalog.clone())
    }

    pub fn pictures(&self) -> PicturesClient<Channel> {
        PicturesClient::new(self.0.catalog.clone())
    }

    pub fn catalog_sitemap(&self) -> CatalogSitemapClient<Channel> {
        CatalogSitemapClient::new(self.0.catalog_sitemap.clone())
    }

    pub fn store_sitemap(&self) -> StoreSitemapClient<Channel> {
        StoreSitemapClient::new(self.0.store_sitemap.clone())
    }

    pub fn carts(&self) -> CartsClient<Channel> {
        CartsClient::new(self.0.order.clone())
    }

    pub fn orders(&self) -> OrdersClient<Channel> {
        OrdersClient::new(self.0.order.clone())
    }

    pub fn order_streams(&self) -> OrdersClient<Channel> {
        OrdersClient::new(self.0.order_streams.clone())
    }

    pub fn desk(&self) -> DeskClient<Channel> {
        DeskClient::new(self.0.order.clone())
    }

    pub fn auditor(&self) -> AuditorClient<Channel> {
        AuditorClient::new(self.0.order.clone())
    }

    pub fn phone_desk(&self) -> PhoneDeskClient<Channel> {
        PhoneDeskClient::new(self.0.order.clone())
    }

    pub fn wholesale(&self) -> WholesaleClient<Channel> {
        WholesaleClient::new(self.0.order.clone())
    }

    pub fn wholesale_desk(&self) -> WholesaleDeskClient<Channel> {
        WholesaleDeskClient::new(self.0.order.clone())
    }

    pub fn zone_desk(&self) -> ZoneDeskClient<Channel> {
        ZoneDeskClient::new(self.0.order.clone())
    }

    pub fn promo_desk(&self) -> PromoDeskClient<Channel> {
        PromoDeskClient::new(self.0.order.clone())
    }

    pub fn payments(&self) -> PaymentsClient<Channel> {
        PaymentsClient::new(self.0.order.clone())
    }

    pub fn promises(&self) -> PromisesClient<Channel> {
        PromisesClient::new(self.0.order.clone())
    }

    pub fn promise_desk(&self) -> PromiseDeskClient<Channel> {
        PromiseDeskClient::new(self.0.order.clone())
    }

    pub fn bonuses(&self) -> BonusesClient<Channel> {
        BonusesClient::new(self.0.order.clone())
    }

    pub fn cashouts(&self) -> CashoutsClient<Channel> {
        CashoutsClient::new(self.0.order.clone())
    }

    pub fn cashout_desk(&self) -> CashoutDeskClient<Channel> {
        CashoutDeskClient::new(self.0.order.clone())
    }

    pub fn earnings(&self) -> EarningsClient<Channel> {
        EarningsClient::new(self.0.order.clone())
    }

    pub fn dashboard(&self) -> DashboardClient<Channel> {
        DashboardClient::new(self.0.order.clone())
    }

    pub fn deliveries(&self) -> DeliveriesClient<Channel> {
        DeliveriesClient::new(self.0.order.clone())
    }

    pub fn store_desk(&self) -> StoreDeskClient<Channel> {
        StoreDeskClient::new(self.0.store.clone())
    }

    pub fn stores(&self) -> StoresClient<Channel> {
        StoresClient::new(self.0.store.clone())
    }

    pub fn campaigns(&self) -> CampaignsClient<Channel> {
        CampaignsClient::new(self.0.store.clone())
    }

    pub fn campaign_desk(&self) -> CampaignDeskClient<Channel> {
        CampaignDeskClient::new(self.0.store.clone())
    }

    pub fn notifications(&self) -> NotificationsClient<Channel> {
        NotificationsClient::new(self.0.notification.clone())
    }

    pub fn pulse(&self) -> NotificationsClient<Channel> {
        NotificationsClient::new(self.0.notification_streams.clone())
    }

    pub fn tickets(&self) -> TicketsClient<Channel> {
        TicketsClient::new(self.0.notification.clone())
    }

    pub fn ticket_desk(&self) -> TicketDeskClient<Channel> {
        TicketDeskClient::new(self.0.notification.clone())
    }

    pub fn preferences(&self) -> PreferencesClient<Channel> {
        PreferencesClient::new(self.0.notification.clone())
    }

    pub fn inbox(&self) -> InboxClient<Channel> {
        InboxClient::new(self.0.notification.clone())
    }
}
