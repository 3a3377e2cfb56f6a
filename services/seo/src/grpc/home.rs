//! Serves the sections of the home page in one language.

use kit::Language;
use proto::{
    json::to_timestamp,
    seo::{
        HomeBanner, HomePage, HomeRequest, HomeSection, HomeSectionKind as Kind, HomeShelf, HomeShelfSource as Source,
        HomeTile, HomeTone, home_server,
    },
};
use tonic::{Request, Response, Status};

use crate::{
    App, app,
    domain::home::{Banner, Content, Section, Shelf, TextLink, Tile, Tone, picture::Picture},
};

pub struct Home(pub App);

#[tonic::async_trait]
impl home_server::Home for Home {
    async fn sections(&self, request: Request<HomeRequest>) -> Result<Response<HomePage>, Status> {
        let language = Language::from_metadata(request.metadata());
        let (sections, time, shown_at) = if let Some(token) = &request.get_ref().preview {
            let preview = app::home::find_preview(&self.0, token).await?;
            (preview.sections.0, preview.shown_at, Some(to_timestamp(preview.shown_at)))
        } else {
            (app::home::newest(&self.0).await?.sections.0, self.0.clock.now(), None)
        };
        let shown = sections.iter().filter(|section| section.shows_at(time));
        let sections = shown.map(|section| localized(section, language)).collect();
        Ok(Response::new(HomePage { sections, shown_at }))
    }
}

fn localized(section: &Section, language: Language) -> HomeSection {
    let content = &section.content;
    let title = content.title().map(|title| title.in_language(language).to_owned());
    let without_content =
        HomeSection { kind: kind(content).into(), title: title.unwrap_or_default(), ..HomeSection::default() };
    match content {
        Content::Hero { banner, .. } => {
            HomeSection { hero: Some(localized_banner(banner, language)), ..without_content }
        }
        Content::Banner { banner, .. } => {
            HomeSection { banner: Some(localized_banner(banner, language)), ..without_content }
        }
        Content::Shelf { shelf, .. } => HomeSection { shelf: Some(into_shelf(shelf.clone())), ..without_content },
        Content::Tiles { tiles, .. } => {
            HomeSection { tiles: tiles.iter().map(|tile| localized_tile(tile, language)).collect(), ..without_content }
        }
        Content::Links { links, .. } => {
            HomeSection { tiles: links.iter().map(|link| localized_link(link, language)).collect(), ..without_content }
        }
        Content::Categories | Content::Promises | Content::Campaigns | Content::Stores | Content::Recent => {
            without_content
        }
    }
}

fn localized_banner(banner: &Banner, language: Language) -> HomeBanner {
    let button = banner.button.as_ref();
    HomeBanner {
        text: banner.text.in_language(language).to_owned(),
        action: button.map(|button| button.label.in_language(language)).unwrap_or_default().to_owned(),
        link: button.map(|button| button.link.as_str()).unwrap_or_default().to_owned(),
        picture: banner.picture.as_ref().map(Picture::as_str).unwrap_or_default().to_owned(),
        tone: banner.tone.map(into_tone),
    }
}

fn localized_tile(tile: &Tile, language: Language) -> HomeTile {
    HomeTile {
        label: tile.label.in_language(language).to_owned(),
        link: tile.link.as_str().to_owned(),
        picture: tile.picture.as_str().to_owned(),
        tone: Some(into_tone(tile.tone)),
    }
}

fn localized_link(link: &TextLink, language: Language) -> HomeTile {
    HomeTile {
        label: link.label.in_language(language).to_owned(),
        link: link.link.as_str().to_owned(),
        ..HomeTile::default()
    }
}

pub fn kind(content: &Content) -> Kind {
    match content {
        Content::Hero { .. } => Kind::Hero,
        Content::Categories => Kind::Categories,
        Content::Shelf { .. } => Kind::Shelf,
        Content::Tiles { .. } => Kind::Tiles,
        Content::Links { .. } => Kind::Links,
        Content::Banner { .. } => Kind::Banner,
        Content::Promises => Kind::Promises,
        Content::Campaigns => Kind::Campaigns,
        Content::Stores => Kind::Stores,
        Content::Recent => Kind::Recent,
    }
}

pub fn into_shelf(shelf: Shelf) -> HomeShelf {
    let of = |source: Source| HomeShelf { source: source.into(), ..HomeShelf::default() };
    match shelf {
        Shelf::Popular => of(Source::Popular),
        Shelf::Newest => of(Source::Newest),
        Shelf::Sale => of(Source::Sale),
        Shelf::Category { slug } => HomeShelf { category: Some(slug), ..of(Source::Category) },
        Shelf::Products { ids } => HomeShelf { products: ids, ..of(Source::Products) },
    }
}

pub fn into_tone(tone: Tone) -> i32 {
    let tone = match tone {
        Tone::Rose => HomeTone::Rose,
        Tone::Peach => HomeTone::Peach,
        Tone::Lemon => HomeTone::Lemon,
        Tone::Mint => HomeTone::Mint,
        Tone::Sky => HomeTone::Sky,
        Tone::Lilac => HomeTone::Lilac,
        Tone::Pearl => HomeTone::Pearl,
        Tone::Sand => HomeTone::Sand,
    };
    tone.into()
}
