use kit::client::Channel;
use proto::seo::{
    content_client::ContentClient, content_desk_client::ContentDeskClient, home_client::HomeClient,
    home_desk_client::HomeDeskClient, seo_client::SeoClient, seo_desk_client::SeoDeskClient,
};

use super::Services;

impl Services {
    pub fn content(&self) -> ContentClient<Channel> {
        ContentClient::new(self.0.seo.clone())
    }

    pub fn content_desk(&self) -> ContentDeskClient<Channel> {
        ContentDeskClient::new(self.0.seo.clone())
    }

    pub fn home(&self) -> HomeClient<Channel> {
        HomeClient::new(self.0.seo.clone())
    }

    pub fn home_desk(&self) -> HomeDeskClient<Channel> {
        HomeDeskClient::new(self.0.seo.clone())
    }

    pub fn seo(&self) -> SeoClient<Channel> {
        SeoClient::new(self.0.seo.clone())
    }

    pub fn seo_desk(&self) -> SeoDeskClient<Channel> {
        SeoDeskClient::new(self.0.seo.clone())
    }
}
