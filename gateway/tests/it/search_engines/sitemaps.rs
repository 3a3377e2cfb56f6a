//! The sitemap, which lists all public pages in three languages for search engines.

use reqwest::{Method, header};
use sqlx::PgPool;

use super::{SITE, crawler::Crawler};
use crate::{
    pages::structured,
    test_shop::{TestShop, send, text},
};

#[sqlx::test(migrations = false)]
async fn the_sitemap_contains_exactly_the_published_products(pool: PgPool) {
    let shop = TestShop::start_with(pool, &["--page-ttl", "0s", "--cache-ttl", "0s"]).await;
    let product = shop.any_product().await;
    let withdrawn = "update product set state = 'withdrawn' where product_id = $1";
    sqlx::query(withdrawn).bind(product["id"].as_i64()).execute(&shop.catalog).await.unwrap();
    let paths: Vec<String> = Crawler::start(&shop).await.sitemap.into_keys().collect();
    let count = "select count(*) from product where is_published and store_is_open";
    let count: i64 = sqlx::query_scalar(count).fetch_one(&shop.catalog).await.unwrap();
    let products = paths.iter().filter(|path| path.contains("/mehsullar/")).count();
    assert_eq!(products, 3 * usize::try_from(count).unwrap());
    assert!(!paths.contains(&format!("/mehsullar/{}", text(&product["slug"]))));
    for page in ["/", "/ru", "/en/magazalar", "/endirimler"] {
        assert!(paths.iter().any(|path| path == page), "{page}");
    }
    for hidden in ["/sebet", "/beyendiklerim", "/giris", "/profil", "/axtaris", "/idare", "/bildiris"] {
        assert!(!paths.iter().any(|path| path.contains(hidden)), "{hidden}");
    }
    let robots = shop.get("/robots.txt").await;
    assert!(robots.text.ends_with("\nSitemap: https://sovqat.example/sitemap.xml\n"), "{}", robots.text);
}

#[sqlx::test(migrations = false)]
async fn a_sitemap_file_can_be_validated_by_etag_and_date(pool: PgPool) {
    let shop = TestShop::start_with(pool, &["--page-ttl", "0s"]).await;
    let file = "/sitemaps/product-0.xml";
    let first = shop.get(file).await;
    let (etag, date) = (first.header("etag").to_owned(), first.header("last-modified").to_owned());
    assert!(etag.starts_with("W/\""), "{etag}");
    assert!(date.ends_with(" GMT"), "{date}");
    let status_with = async |name, value: &str| send(shop.request(Method::GET, file).header(name, value)).await.status;
    assert_eq!(status_with(header::IF_NONE_MATCH, &etag).await, 304);
    assert_eq!(status_with(header::IF_MODIFIED_SINCE, &date).await, 304);
    sqlx::query("update product set price = price + 1").execute(&shop.catalog).await.unwrap();
    assert_eq!(status_with(header::IF_NONE_MATCH, &etag).await, 200);
    let index = shop.get("/sitemap.xml").await;
    let products_line = index.text.lines().find(|line| line.contains("product-0.xml")).unwrap().to_owned();
    assert!(products_line.contains("<lastmod>"), "{products_line}");
}

#[sqlx::test(migrations = false)]
async fn a_sitemap_file_supports_gzip_and_head(pool: PgPool) {
    let shop = TestShop::start(pool).await;
    let file = "/sitemaps/product-0.xml";
    let plain = shop.get(file).await;
    let request = shop.request(Method::GET, file).header(header::ACCEPT_ENCODING, "br, gzip");
    let response = request.send().await.unwrap();
    assert_eq!(response.headers()["content-encoding"], "gzip");
    let bytes = response.bytes().await.unwrap();
    let mut text = String::new();
    std::io::Read::read_to_string(&mut flate2::read::GzDecoder::new(&bytes[..]), &mut text).unwrap();
    assert_eq!(text, plain.text);
    assert!(bytes.len() * 4 < text.len(), "{} of {}", bytes.len(), text.len());
    let head = send(shop.request(Method::HEAD, file)).await;
    assert_eq!((head.status, head.text.as_str(), head.header("etag")), (200, "", plain.header("etag")));
    for (method, path, status) in [
        (Method::POST, file, 405),
        (Method::GET, "/sitemaps/product-77.xml", 404),
        (Method::GET, "/sitemaps/product-00.xml", 404),
        (Method::GET, "/sitemaps/order-0.xml", 404),
        (Method::GET, "/sitemaps/", 301),
    ] {
        assert_eq!(send(shop.request(method, path)).await.status, status, "{path}");
    }
}

/// 10,000 copies of a product fill two files of the sitemap. A million products would take minutes.
#[sqlx::test(migrations = false)]
async fn large_sitemap_files_are_streamed_in_pieces(pool: PgPool) {
    let shop = TestShop::start(pool).await;
    let copy_products = "insert into product (product_id, store_id, category_id, slug, name, price, stock, published_at,
                                       category_name, category_slug, store_name, store_slug, store_is_open)
                  select id, store_id, category_id, 'surpriz-' || id, name, price, stock, published_at, category_name, category_slug, store_name, store_slug, store_is_open
                  from generate_series(100000, 109999) as id, (select * from product order by product_id limit 1) as one";
    sqlx::query(copy_products).execute(&shop.catalog).await.unwrap();
    let index = shop.get("/sitemap.xml").await;
    // A file has 5,000 consecutive ids, so the copies fill the files from 100,000 and from 105,000.
    for number in [20, 21] {
        assert!(index.text.contains(&format!("{SITE}/sitemaps/product-{number}.xml")), "{}", index.text);
        let request = shop.request(Method::GET, &format!("/sitemaps/product-{number}.xml"));
        let mut response = request.send().await.unwrap();
        let (mut pieces, mut bytes, mut pages) = (0, 0, 0);
        // A piece may end within an element, so its end is counted with the next piece.
        let mut uncounted = String::new();
        while let Some(piece) = response.chunk().await.unwrap() {
            pieces += 1;
            bytes += piece.len();
            uncounted.push_str(&String::from_utf8_lossy(&piece));
            pages += uncounted.matches("</url>").count();
            uncounted = uncounted.rsplit("</url>").next().unwrap_or_default().to_owned();
        }
        assert_eq!(pages, 15_000, "5,000 products in three languages");
        assert!(bytes < 50_000_000, "the protocol allows 50 MB: {bytes}");
        assert!(pieces > bytes / (1024 * 1024), "a piece is shorter than 1 MiB: {pieces} pieces of {bytes} bytes");
    }
}

#[sqlx::test(migrations = false)]
async fn the_sitemap_index_fails_if_a_service_is_down(pool: PgPool) {
    let shop = TestShop::start_with(pool, &["--page-ttl", "0s"]).await;
    shop.kill_catalog();
    assert_eq!(shop.get("/sitemap.xml").await.problem(), "503 service_unavailable");
    assert_eq!(shop.get("/sitemaps/product-0.xml").await.problem(), "503 service_unavailable");
    assert_eq!(shop.get("/sitemaps/page-0.xml").await.status, 200, "the pages file needs no service");
    assert!(structured(&shop.get("/robots.txt").await).is_empty());
}
