//! A build of the web app.

use std::{
    path::{Path, PathBuf},
    sync::{Arc, PoisonError, RwLock},
    time::{Duration, SystemTime},
};

use anyhow::Context as _;
use kit::Language;

use crate::shell::{
    files::{Files, Media},
    head::Preload,
    manifest::{Manifest, ModuleFiles},
    render::Renderer,
    routes::{Application, ROUTES},
    template::Template,
};

pub struct App {
    shop: Template,
    admin: Template,
    pub files: Files,
    /// `None` if rendering is off.
    pub renderer: Option<Renderer>,
    manifest: Manifest,
}

impl App {
    /// Without a build, every page says how to build the web app.
    fn load(web: &Path, media: &Media, render_timeout: Option<Duration>) -> anyhow::Result<Self> {
        let files = Files::new(web, media);
        if !web.join("index.html").is_file() {
            tracing::warn!("The web app is not built in {}", web.display());
            let (shop, admin) = (Template::unbuilt(), Template::unbuilt());
            return Ok(Self { shop, admin, files, renderer: None, manifest: Manifest::default() });
        }
        let read = |name: &str| {
            let path = web.join(name);
            std::fs::read_to_string(&path).with_context(|| format!("cannot read {}", path.display()))
        };
        let template =
            |name: &str| Template::parse(&read(name)?).with_context(|| format!("{name} is not a valid page template"));
        let documents = ROUTES.documents();
        let (shop, admin) = (template(&documents.shop)?, template(&documents.admin)?);
        let manifest = serde_json::from_str(&read(".vite/manifest.json")?).context("cannot parse Vite's manifest")?;
        let renderer = render_timeout.and_then(|timeout| Renderer::open(web, timeout));
        Ok(Self { shop, admin, files, renderer, manifest })
    }

    pub fn template(&self, application: Application) -> &Template {
        match application {
            Application::Shop => &self.shop,
            Application::Admin => &self.admin,
        }
    }

    pub fn preloads(&self, application: Application, entry: Option<&str>, language: Language) -> Vec<Preload> {
        let styles = self.module_files(application, entry, language).styles.into_iter().map(Preload::Style);
        let font = (language == Language::Ru)
            .then(|| self.manifest.file("shared/assets/fonts/onest-cyrillic.woff2"))
            .flatten();
        styles.chain(font.map(Preload::Font)).collect()
    }

    pub fn scripts(&self, application: Application, entry: Option<&str>, language: Language) -> Vec<Preload> {
        self.module_files(application, entry, language).scripts.into_iter().map(Preload::Script).collect()
    }

    /// Returns the files of a page's module and of its texts, without those in the template.
    fn module_files(&self, application: Application, entry: Option<&str>, language: Language) -> ModuleFiles {
        let mut module_files = ModuleFiles::default();
        for module in entry.into_iter().chain(ROUTES.messages(language)) {
            self.manifest.collect_files(module, &mut module_files);
        }
        let template = self.template(application);
        module_files.scripts.retain(|file| !template.mentions(file));
        module_files.styles.retain(|file| !template.mentions(file));
        module_files
    }

    pub fn file(&self, source: &str) -> Option<String> {
        self.manifest.file(source)
    }
}

/// In local mode, a new build is loaded without a restart.
pub struct CurrentApp {
    web: PathBuf,
    media: Media,
    render_timeout: Option<Duration>,
    is_watched: bool,
    /// The time of the build, and the app that was loaded from it.
    app: RwLock<(Option<SystemTime>, Arc<App>)>,
}

impl CurrentApp {
    pub fn new(web: &Path, media: Media, render_timeout: Option<Duration>, is_watched: bool) -> anyhow::Result<Self> {
        let app = RwLock::new((changed_at(web), Arc::new(App::load(web, &media, render_timeout)?)));
        Ok(Self { web: web.to_owned(), media, render_timeout, is_watched, app })
    }

    pub fn app(&self) -> Arc<App> {
        let (last_change, app) = self.app.read().unwrap_or_else(PoisonError::into_inner).clone();
        if !self.is_watched {
            return app;
        }
        let changed = changed_at(&self.web);
        if changed == last_change {
            return app;
        }
        // An incomplete build fails to load; the next request tries again.
        let Ok(fresh) = App::load(&self.web, &self.media, self.render_timeout) else { return app };
        let fresh = Arc::new(fresh);
        *self.app.write().unwrap_or_else(PoisonError::into_inner) = (changed, fresh.clone());
        fresh
    }
}

fn changed_at(web: &Path) -> Option<SystemTime> {
    std::fs::metadata(web.join("index.html")).and_then(|file| file.modified()).ok()
}
