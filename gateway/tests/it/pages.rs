//! The shop's pages as the gateway renders them for browsers, crawlers and link previews.

use serde_json::Value;
use sqlx::PgPool;

use crate::{
    search_engines::{self, page::Head},
    test_shop::{TestResponse, TestShop, text},
};

/// Returns the API responses that the page contains, so that the web app need not load them.
#[track_caller]
pub fn state(page: &TestResponse) -> Value {
    let (_, from_state) = page.text.split_once("id=\"state\">").expect("the page has a state");
    let (json, _) = from_state.split_once("</script>").expect("the state ends");
    serde_json::from_str(json).unwrap_or_else(|error| panic!("{error}: {json}"))
}

/// Returns the keys of the API responses in the page's state: method, path, parameters and language as JSON.
#[track_caller]
pub fn keys(page: &TestResponse) -> Vec<String> {
    let state = state(page);
    state["queries"].as_array().expect("a list").iter().map(|query| query["queryKey"].to_string()).collect()
}

fn head(path: &str, page: &TestResponse) -> Head {
    search_engines::page::read(path, &page.text).0
}

/// Returns the page's JSON-LD with types of schema.org.
pub fn structured(page: &TestResponse) -> Vec<Value> {
    let blocks = page.text.split("<script type=\"application/ld+json\">").skip(1);
    blocks.filter_map(|block| serde_json::from_str(block.split("</script>").next()?).ok()).collect()
}

#[sqlx::test(migrations = false)]
async fn the_help_page_has_head_and_text_in_every_language(pool: PgPool) {
    let shop = TestShop::start(pool).await;
    let sitemap = shop.get("/sitemaps/page-0.xml").await;
    for (path, language) in [("/komek", "az"), ("/ru/komek", "ru"), ("/en/komek", "en")] {
        let page = shop.get(path).await;
        assert_eq!((page.status, page.header("content-language")), (200, language));
        let seo = shop.get_in(language, "/api/v1/seo/help-page").await.data();
        assert!(page.text.contains(&format!("<title>{}</title>", text(&seo["title"]))), "{}", page.text);
        assert!(page.text.contains(text(&seo["description"])), "{}", page.text);
        let canonical = format!("https://sovqat.example{path}");
        assert!(page.text.contains(&format!("<link rel=\"canonical\" href=\"{canonical}\" />")), "{}", page.text);
        let key = format!(r#"["GET","/content/help",null,"{language}"]"#);
        assert!(keys(&page).contains(&key), "{:?}", keys(&page));
        assert!(sitemap.text.contains(&format!("<loc>{canonical}</loc>")), "{}", sitemap.text);
    }
}

#[sqlx::test(migrations = false)]
async fn the_home_page_has_its_head_and_its_data(pool: PgPool) {
    let shop = TestShop::start(pool).await;
    let page = shop.get("/").await;
    assert_eq!((page.status, page.header("content-type")), (200, "text/html; charset=utf-8"));
    assert_eq!((page.header("content-language"), page.header("cache-control")), ("az", "no-cache"));
    assert!(page.text.contains("<html lang=\"az\">"), "{}", page.text);
    let title = shop.get("/api/v1/seo/home-page").await.data();
    assert!(page.text.contains(&format!("<title>{}</title>", text(&title["title"]))), "{}", page.text);
    assert!(page.text.contains("<link rel=\"canonical\" href=\"https://sovqat.example/\" />"));
    assert!(page.text.contains("hreflang=\"ru\" href=\"https://sovqat.example/ru\""));
    assert!(page.text.contains("<link rel=\"modulepreload\" crossorigin href=\"/assets/home-1.js\" />"));
    let widths = ["360", "560", "720", "960"].map(|width| format!("/assets/hero-{width}-1.webp {width}w")).join(", ");
    assert!(page.text.contains(&format!("imagesrcset=\"{widths}\"")));
    let types: Vec<String> = structured(&page).iter().map(|value| text(&value["@type"]).to_owned()).collect();
    assert_eq!(types, ["Organization", "WebSite"]);
    let keys = keys(&page);
    assert_eq!(keys[..2], [r#"["GET","/category/all/tree",null,"az"]"#, r#"["GET","/settings",null,"az"]"#]);
    let sections = r#"["GET","/home",null,"az"]"#;
    let shelf = r#"["GET","/product/all",{"perPage":"12","shelf":"true","sort":"popular"},"az"]"#;
    assert!([sections, shelf].iter().all(|expected| keys.iter().any(|key| key == expected)), "{keys:?}");
    let queries = state(&page)["queries"].clone();
    let tree =
        queries.as_array().unwrap().iter().find(|query| query["queryKey"][1] == "/category/all/tree").unwrap().clone();
    assert_eq!(tree["data"], shop.get("/api/v1/category/all/tree").await.json());
}

#[sqlx::test(migrations = false)]
async fn a_product_page_in_russian(pool: PgPool) {
    let shop = TestShop::start(pool).await;
    let product = shop.any_product().await;
    let slug = text(&product["slug"]);
    let page = shop.get_in("az", &format!("/ru/mehsullar/{slug}")).await;
    assert_eq!(
        (page.status, page.header("content-language")),
        (200, "ru"),
        "the path decides the language, not the browser"
    );
    let in_russian = shop.get_in("ru", &format!("/api/v1/product/{slug}")).await.data();
    assert!(page.text.contains("<html lang=\"ru\">"));
    assert!(page.text.contains("/assets/onest-cyrillic-1.woff2"));
    assert!(
        page.text.contains(&format!("<link rel=\"canonical\" href=\"https://sovqat.example/ru/mehsullar/{slug}\" />"))
    );
    assert!(
        page.text.contains("<meta property=\"og:image\" content=\"https://sovqat.example/media/aaaa/1280.webp\" />")
    );
    assert!(
        page.text.contains(
            "imagesrcset=\"/media/aaaa/320.webp 320w, /media/aaaa/640.webp 640w, /media/aaaa/1280.webp 1280w\""
        )
    );
    let data = structured(&page);
    assert_eq!(text(&data[0]["@type"]), "Product");
    assert_eq!(data[0]["name"], in_russian["name"]);
    assert_eq!(data[0]["offers"]["priceCurrency"], "AZN");
    assert_eq!(
        data[1]["itemListElement"][1]["item"],
        format!("https://sovqat.example/ru/kateqoriya/{}", text(&in_russian["breadcrumbs"][0]["slug"]))
    );
    assert!(keys(&page).contains(&format!("[\"GET\",\"/product/{slug}\",null,\"ru\"]")), "{:?}", keys(&page));
}

#[sqlx::test(migrations = false)]
async fn a_category_page_has_one_canonical_url_however_it_is_sorted(pool: PgPool) {
    let shop = TestShop::start(pool).await;
    let tree = shop.get("/api/v1/category/all/tree").await.data();
    let slug = text(&tree[0]["slug"]);
    let page = shop.get(&format!("/kateqoriya/{slug}?page=1&sort=newest&utm_source=letter")).await;
    let canonical = format!("<link rel=\"canonical\" href=\"https://sovqat.example/kateqoriya/{slug}\" />");
    assert!(page.text.contains(&canonical), "sorting does not change the canonical URL: {}", page.text);
    let state = state(&page);
    let mut keys = state["queries"].as_array().unwrap().iter().map(|query| &query["queryKey"]);
    let list = keys.find(|key| key[1] == "/product/all").expect("the page has its products");
    let query = &list[2];
    assert_eq!([&query["category"], &query["page"], &query["sort"]], [slug, "1", "newest"]);
    assert!(query.get("utm_source").is_none(), "{query}");
    let first = shop.get(&format!("/kateqoriya/{slug}")).await;
    let types: Vec<String> = structured(&first).iter().map(|value| text(&value["@type"]).to_owned()).collect();
    assert_eq!(types, ["BreadcrumbList", "ItemList"]);
    assert!(!page.text.contains("noindex"));
}

#[sqlx::test(migrations = false)]
async fn missing_pages_are_404_in_the_shops_layout(pool: PgPool) {
    let shop = TestShop::start(pool).await;
    let titles = [("", "Tapılmadı · Sovqat"), ("/ru", "Не найдено · Sovqat"), ("/en", "Not found · Sovqat")];
    for (prefix, title) in titles {
        for path in [
            "/mehsullar/no-such-product",
            "/kateqoriya/no-such-category",
            "/magazalar/no-such-store",
            "/siyahi/no-such-list",
            "/kampaniya/999999999",
            "/yeni-mehsullar?page=9999",
            "/profil/no-such/page",
            "/nothing",
            "/a/b/c",
        ] {
            let path = format!("{prefix}{path}");
            let page = shop.get(&path).await;
            assert_eq!((page.status, page.header("content-type")), (404, "text/html; charset=utf-8"), "{path}");
            let head = head(&path, &page);
            assert_eq!((head.is_indexed, head.titles), (false, vec![title.to_owned()]), "{path}");
            // Every page needs the categories and the settings.
            assert_eq!(keys(&page).len(), 2, "{path}: {:?}", keys(&page));
        }
    }
    for path in [
        "/favicon.ico",
        "/assets/none.js",
        "/media/none/640.webp",
        "/wp-login.php",
        "/%ff",
        "/media/../index.html",
        "/assets/..%2f..%2fetc%2fpasswd",
    ] {
        let response = shop.get(path).await;
        assert!(
            response.status == 404 && !response.text.contains("<html"),
            "{path}: {} {}",
            response.status,
            response.text
        );
    }
    for (path, target) in
        [("/az", "/"), ("/az/sebet?x=1", "/sebet?x=1"), ("/sebet/", "/sebet"), ("/az//evil.example", "/evil.example")]
    {
        let response = shop.get(path).await;
        assert_eq!((response.status, response.header("location")), (301, target), "{path}");
    }
}

#[sqlx::test(migrations = false)]
async fn the_back_office_has_its_own_page_template(pool: PgPool) {
    let shop = TestShop::start(pool).await;
    for prefix in ["", "/ru", "/en"] {
        for (path, status) in [("/idare", 200), ("/idare/sifarisler", 200), ("/idare/no/such/page", 404)] {
            let path = format!("{prefix}{path}");
            let page = shop.get(&path).await;
            assert_eq!(page.status, status, "{path}");
            assert!(!head(&path, &page).is_indexed, "{path}");
            assert!(page.text.contains("<body data-app=\"admin\">"), "{path}: {}", page.text);
            assert!(keys(&page).is_empty(), "{path}: {:?}", keys(&page));
            let has_code = page.text.contains("href=\"/assets/orders-1.js\"");
            assert_eq!(has_code, path.ends_with("/sifarisler"), "{path}: {}", page.text);
        }
        let cart = shop.get(&format!("{prefix}/sebet")).await;
        assert!(cart.text.contains("<body data-app=\"shop\">"), "{}", cart.text);
    }
    assert_eq!(shop.get("/admin/index.html").await.status, 404, "the template itself is not served");
}

#[sqlx::test(migrations = false)]
async fn personal_pages_are_not_indexed(pool: PgPool) {
    let shop = TestShop::start(pool).await;
    for path in [
        "/sebet",
        "/sebet/tesdiqle",
        "/sebet/sifaris",
        "/beyendiklerim",
        "/giris",
        "/profil",
        "/profil/sifaris-tarixcesi",
        "/profil/bildirisler",
        "/axtaris/g%C3%BCl",
    ] {
        for path in ["", "/ru", "/en"].map(|prefix| format!("{prefix}{path}")) {
            let page = shop.get(&path).await;
            assert_eq!(page.status, 200, "{path}");
            assert!(!head(&path, &page).is_indexed, "{path}");
        }
    }
    let robots = shop.get("/robots.txt").await;
    assert!(robots.text.contains("Disallow: /api/"), "{}", robots.text);
    assert!(robots.text.contains("Disallow: /en/sebet"), "{}", robots.text);
}

#[sqlx::test(migrations = false)]
async fn text_cannot_break_out_of_a_page(pool: PgPool) {
    let shop = TestShop::start(pool).await;
    let product = shop.any_product().await;
    // `\u{2028}` ends a line in JavaScript, but not in JSON.
    let evil = "</script><script>alert(1)</script><!--\u{2028}\"'><img src=x onerror=alert(1)>";
    let set_text = "update product_text set name = $1, description = $1 where product_id = $2";
    sqlx::query(set_text).bind(evil).bind(product["id"].as_i64()).execute(&shop.catalog).await.unwrap();
    let set_card_name = "update product set name = jsonb_build_object('az', $1::text) where product_id = $2";
    sqlx::query(set_card_name).bind(evil).bind(product["id"].as_i64()).execute(&shop.catalog).await.unwrap();
    for path in
        [format!("/mehsullar/{}", text(&product["slug"])), "/axtaris/%3C%2Fscript%3E%3Cscript%3Ealert(1)".to_owned()]
    {
        let page = shop.get(&path).await;
        assert_eq!(page.status, 200);
        assert!(!page.text.contains("<script>alert"), "{}", page.text);
        assert!(!page.text.contains("<img src=x"), "{}", page.text);
    }
    let page = shop.get(&format!("/mehsullar/{}", text(&product["slug"]))).await;
    assert!(!page.text.split("ld+json").skip(1).any(|rest| rest.contains('\u{2028}')), "{}", page.text);
    let has_name =
        state(&page)["queries"].as_array().unwrap().iter().any(|query| query["data"]["data"]["name"] == evil);
    assert!(has_name, "the app gets the unescaped name: {}", page.text);
}

#[sqlx::test(migrations = false)]
async fn uploaded_pictures_are_served_after_the_initial_ones(pool: PgPool) {
    let store = tempfile::tempdir().unwrap();
    // The web app's build also contains `aaaa/640.webp`.
    for (name, content) in [("4f2a/640.webp", "uploaded"), ("aaaa/640.webp", "hidden"), ("secret.txt", "secret")] {
        let path = store.path().join(name);
        std::fs::create_dir_all(path.parent().unwrap()).unwrap();
        std::fs::write(path, content).unwrap();
    }
    let url = format!("file://{}", store.path().display());
    let shop = TestShop::start_with(pool, &["--media-url", &url]).await;
    let picture = shop.get("/media/4f2a/640.webp").await;
    assert_eq!((picture.status, picture.text.as_str()), (200, "uploaded"));
    assert_eq!(picture.header("content-type"), "image/webp");
    assert_eq!(picture.header("cache-control"), "public, max-age=31536000, immutable");
    assert_eq!(picture.header("x-content-type-options"), "nosniff");
    assert_ne!(shop.get("/media/aaaa/640.webp").await.text, "hidden", "the initial pictures take precedence");
    for path in
        ["/media/4f2a/320.webp", "/media/secret.txt", "/media/4f2a/../secret.txt", "/media/4f2a/..%2fsecret.txt"]
    {
        let response = shop.get(path).await;
        assert!(response.status == 404 && !response.text.contains("secret"), "{path}: {}", response.status);
        assert_eq!(response.header("cache-control"), "no-store", "{path}");
    }
}

#[sqlx::test(migrations = false)]
async fn files_have_cache_and_security_headers(pool: PgPool) {
    let shop = TestShop::start(pool).await;
    let script = shop.get("/assets/app-1.js").await;
    assert_eq!(script.header("cache-control"), "public, max-age=31536000, immutable");
    assert_eq!(script.header("content-type"), "text/javascript; charset=utf-8");
    assert_eq!(shop.get("/media/aaaa/640.webp").await.header("cache-control"), "public, max-age=31536000, immutable");
    assert_eq!(shop.get("/favicon.svg").await.header("content-type"), "image/svg+xml; charset=utf-8");
    for language in ["az", "ru", "en"] {
        let manifest = shop.get(&format!("/manifest-{language}.webmanifest")).await;
        assert_eq!((manifest.status, manifest.header("content-type")), (200, "application/manifest+json"));
    }
    let request = shop.request(reqwest::Method::GET, "/assets/app-1.js").header("accept-encoding", "br");
    assert_eq!(crate::test_shop::send(request).await.text, "brotli, says its name");
    for path in ["/", "/api/v1/settings", "/api/v1/nothing", "/assets/app-1.js", "/az", "/favicon.svg"] {
        let response = shop.get(path).await;
        let policy = response.header("content-security-policy");
        let has_policy = ["script-src 'self';", "frame-ancestors 'none'", "base-uri 'none'", "object-src 'none'"]
            .iter()
            .all(|directive| policy.contains(directive));
        let is_file = path == "/assets/app-1.js";
        assert_eq!(has_policy, !is_file, "{path}: {policy}");
        assert!(policy.contains("frame-ancestors 'none'"), "{path}: {policy}");
        let referrer = if is_file { "" } else { "strict-origin-when-cross-origin" };
        assert_eq!(response.header("referrer-policy"), referrer, "{path}");
        assert_eq!(response.header("x-content-type-options"), "nosniff", "{path}");
        assert!(
            response.header("strict-transport-security").starts_with("max-age="),
            "{path}: the public address is https"
        );
        assert!(!response.header("x-request-id").is_empty(), "{path}");
    }
}

#[sqlx::test(migrations = false)]
async fn a_new_build_is_loaded_and_a_missing_one_is_ignored(pool: PgPool) {
    let shop = TestShop::start_with(pool, &["--page-ttl", "0s"]).await;
    let index = shop.web_dir().join("index.html");
    let template = std::fs::read_to_string(&index).unwrap();
    std::fs::write(&index, template.replace("<body ", "<body data-build=\"2\" ")).unwrap();
    // The gateway loads a build with another modification time.
    let later = std::time::SystemTime::UNIX_EPOCH + std::time::Duration::from_hours(1);
    std::fs::File::open(&index).unwrap().set_modified(later).unwrap();
    assert!(shop.get("/").await.text.contains("data-build=\"2\""));
    std::fs::remove_file(&index).unwrap();
    assert_eq!(shop.get("/").await.status, 200);
}
