//! Sections for tests, and calls of the services of the home page.

use chrono::{DateTime, Utc};
use kit::Language;
use proto::{
    common::LocalText,
    json::to_timestamp,
    seo::{
        HomeBannerDraft, HomePage, HomePreview, HomeRequest, HomeSectionDraft, HomeSectionKind as Kind, HomeShelf,
        HomeShelfSource as Source, HomeTileDraft, HomeTone, HomeVersion, HomeVersionPage, HomeVersionsRequest,
        PreviewHomeRequest, PublishHomeRequest, home_client::HomeClient, home_desk_client::HomeDeskClient,
    },
};
use tonic::Status;

use crate::test_content::{TestContent, in_language};

#[expect(clippy::unnecessary_wraps, reason = "the members are optional")]
pub fn text(az: &str) -> Option<LocalText> {
    Some(LocalText { az: az.to_owned(), ru: Some(format!("{az} (ru)")), en: None })
}

/// A section without members.
pub fn plain(kind: Kind) -> HomeSectionDraft {
    HomeSectionDraft { kind: kind.into(), ..HomeSectionDraft::default() }
}

pub fn hero() -> HomeSectionDraft {
    let hero = HomeBannerDraft { text: text("Siz seçin"), ..HomeBannerDraft::default() };
    HomeSectionDraft { title: text("Sovqat"), hero: Some(hero), ..plain(Kind::Hero) }
}

pub fn banner() -> HomeSectionDraft {
    let banner = HomeBannerDraft {
        text: text("Birlikdə"),
        action: text("Bax"),
        link: "/kateqoriya/guller?maxPrice=2000".to_owned(),
        picture: "/media/4f2a/640.webp".to_owned(),
        tone: Some(HomeTone::Mint.into()),
    };
    HomeSectionDraft { title: text("Gül və şirniyyat"), banner: Some(banner), ..plain(Kind::Banner) }
}

pub fn shelf(source: Source) -> HomeSectionDraft {
    let shelf = HomeShelf { source: source.into(), ..HomeShelf::default() };
    HomeSectionDraft { title: text("Rəf"), shelf: Some(shelf), ..plain(Kind::Shelf) }
}

pub fn category_shelf(slug: &str) -> HomeSectionDraft {
    let shelf = HomeShelf { source: Source::Category.into(), category: Some(slug.to_owned()), products: Vec::new() };
    HomeSectionDraft { shelf: Some(shelf), ..shelf_without_source() }
}

pub fn product_shelf(products: &[i64]) -> HomeSectionDraft {
    let shelf = HomeShelf { source: Source::Products.into(), category: None, products: products.to_vec() };
    HomeSectionDraft { shelf: Some(shelf), ..shelf_without_source() }
}

fn shelf_without_source() -> HomeSectionDraft {
    HomeSectionDraft { title: text("Rəf"), ..plain(Kind::Shelf) }
}

pub fn tile() -> HomeTileDraft {
    HomeTileDraft {
        label: text("Ad günü"),
        link: "/kateqoriya/ad-gunu-hediyyeleri".to_owned(),
        picture: "illustration:cake".to_owned(),
        tone: Some(HomeTone::Rose.into()),
    }
}

pub fn link() -> HomeTileDraft {
    HomeTileDraft { picture: String::new(), tone: None, ..tile() }
}

pub fn tiles(tiles: Vec<HomeTileDraft>) -> HomeSectionDraft {
    HomeSectionDraft { title: text("Münasibətlər"), tiles, ..plain(Kind::Tiles) }
}

pub fn links(tiles: Vec<HomeTileDraft>) -> HomeSectionDraft {
    HomeSectionDraft { title: text("Büdcə"), tiles, ..plain(Kind::Links) }
}

pub fn every_kind() -> Vec<HomeSectionDraft> {
    vec![
        hero(),
        plain(Kind::Categories),
        shelf(Source::Popular),
        tiles(vec![tile(), tile()]),
        links(vec![link()]),
        shelf(Source::Newest),
        category_shelf("guller"),
        product_shelf(&[9_007_199_254_740_991, 2, 1]),
        banner(),
        plain(Kind::Promises),
        plain(Kind::Campaigns),
        shelf(Source::Sale),
        plain(Kind::Stores),
        plain(Kind::Recent),
    ]
}

impl TestContent {
    fn home_desk_client(&self) -> HomeDeskClient<kit::client::Channel> {
        HomeDeskClient::new(self.channel())
    }

    pub async fn home(&self, language: Language, preview: Option<&str>) -> Result<HomePage, Status> {
        let request = in_language(language.code(), HomeRequest { preview: preview.map(str::to_owned) });
        Ok(HomeClient::new(self.channel()).sections(request).await?.into_inner())
    }

    /// The published titles in Azerbaijani.
    pub async fn home_titles(&self) -> Vec<String> {
        let page = self.home(Language::Az, None).await.expect("the home page");
        page.sections.into_iter().map(|section| section.title).collect()
    }

    pub async fn publish_home(
        &self,
        from_version: i64,
        sections: Vec<HomeSectionDraft>,
    ) -> Result<HomeVersion, Status> {
        let request = self.as_operator(PublishHomeRequest { from_version, sections });
        Ok(self.home_desk_client().publish(request).await?.into_inner())
    }

    pub async fn preview_home(
        &self,
        sections: Vec<HomeSectionDraft>,
        shown_at: Option<DateTime<Utc>>,
    ) -> Result<HomePreview, Status> {
        let request = self.as_operator(PreviewHomeRequest { sections, shown_at: shown_at.map(to_timestamp) });
        Ok(self.home_desk_client().preview(request).await?.into_inner())
    }

    pub async fn home_versions(&self, page: i64, per_page: i64) -> Result<HomeVersionPage, Status> {
        let request = self.as_operator(HomeVersionsRequest { page, per_page });
        Ok(self.home_desk_client().versions(request).await?.into_inner())
    }

    /// The codes with which a shopper, and a guest, are refused by each method.
    pub async fn home_refusals(&self) -> Vec<tonic::Code> {
        let mut codes = Vec::new();
        macro_rules! call {
            ($($method:ident($message:expr)),* $(,)?) => {$(
                let customer = self.with_roles(&["customer"], $message);
                codes.push(self.home_desk_client().$method(customer).await.expect_err("a refusal").code());
                codes.push(self.home_desk_client().$method($message).await.expect_err("a refusal").code());
            )*};
        }
        call! {
            versions(HomeVersionsRequest::default()),
            publish(PublishHomeRequest { from_version: 0, sections: vec![hero()] }),
            preview(PreviewHomeRequest { sections: vec![hero()], shown_at: None }),
        }
        codes
    }
}
