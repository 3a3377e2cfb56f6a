//! Server-side rendering with a script of the web app's build. The tests install their own scripts.

use sqlx::PgPool;

use crate::test_shop::TestShop;

/// A page that was not rendered.
const EMPTY: &str = "<div id=\"root\"></div>";
/// Enough time to render, even on a busy machine.
const SLOW_RENDERING: [&str; 6] = ["--render", "on", "--page-ttl", "0s", "--render-within", "20s"];

fn install_script(shop: &TestShop, script: &str) {
    std::fs::write(shop.web_dir().join(".vite/render.js"), script).expect("a script that renders");
    let index = std::fs::File::open(shop.web_dir().join("index.html")).expect("a built app");
    // The gateway reloads a build with another time. Scripts of different lengths get different times.
    let time = std::time::Duration::from_hours(script.len() as u64);
    index.set_modified(std::time::SystemTime::UNIX_EPOCH + time).expect("another time");
}

#[sqlx::test(migrations = false)]
async fn public_pages_contain_rendered_html(pool: PgPool) {
    let shop = TestShop::start_with(pool, &SLOW_RENDERING).await;
    assert!(shop.get("/").await.text.contains(EMPTY), "a build without a script");
    // Renders the address and the number of queries.
    install_script(
        &shop,
        "globalThis.render = async (address, state) => `<h1>${address} ${JSON.parse(state).queries.length}</h1>`",
    );
    for (path, root) in [
        ("/", "data-rendered=\"\"><h1>/ 8</h1></div>"),
        ("/en?utm_source=letter", "data-rendered=\"\"><h1>/en 8</h1></div>"),
        (
            "/ru/endirimler?utm_source=x&sort=newest&page=1&inStock=",
            "data-rendered=\"sort=newest\"><h1>/ru/endirimler?sort=newest 3</h1></div>",
        ),
        (
            "/axtaris/g%C3%BCl?inStock=true&sort=",
            "data-rendered=\"inStock=true\"><h1>/axtaris/g%C3%BCl?inStock=true 3</h1></div>",
        ),
    ] {
        let page = shop.get(path).await;
        assert!(page.status == 200 && page.text.contains(root), "{path}: {}", page.text);
    }
    for path in ["/sebet", "/giris", "/profil", "/mehsullar/no-such-product", "/nothing"] {
        let page = shop.get(path).await;
        assert!(page.text.contains(EMPTY), "{path} is rendered, although it is personal or missing: {}", page.text);
    }
    assert_eq!(shop.get("/.vite/render.js").await.status, 404, "the rendering script is not served");
}

#[sqlx::test(migrations = false)]
async fn a_page_is_sent_without_html_if_rendering_fails(pool: PgPool) {
    let shop = TestShop::start_with(pool, &["--render", "on", "--page-ttl", "0s"]).await;
    let before = shop.get("/").await;
    for script in [
        "render = ",
        "globalThis.render = 1",
        "globalThis.render = async () => { throw new Error() }",
        "globalThis.render = () => { for (;;) {} }",
    ] {
        std::fs::remove_file(shop.web_dir().join(".vite/render.js")).ok();
        install_script(&shop, script);
        let page = shop.get("/").await;
        assert_eq!(page.status, 200, "{script}");
        assert_eq!(page.text, before.text, "{script}");
    }
}

#[sqlx::test(migrations = false)]
async fn rendering_can_be_turned_off(pool: PgPool) {
    let shop = TestShop::start_with(pool, &["--render", "off", "--page-ttl", "0s"]).await;
    install_script(&shop, "globalThis.render = async () => 'rendered all the same'");
    assert!(shop.get("/").await.text.contains(EMPTY));
}
