//! Server-side rendering with the web app's script.

use sqlx::PgPool;

use crate::house::House;

const EMPTY: &str = "<div id=\"root\"></div>";
const PATIENT: [&str; 6] = ["--render", "on", "--page-ttl", "0s", "--render-within", "20s"];

/// Replaces the rendering script of the built web app.
fn built(house: &House, script: &str) {
    std::fs::write(house.web().join(".vite/render.js"), script).expect("a script that renders");
    let index = std::fs::File::open(house.web().join("index.html")).expect("a built app");
    // A different modification time makes the gateway load the build again; the script's length determines it.
    let time = std::time::Duration::from_hours(script.len() as u64);
    index.set_modified(std::time::SystemTime::UNIX_EPOCH + time).expect("another time");
}

#[sqlx::test(migrations = false)]
async fn guests_pages_begin_with_what_they_show(pool: PgPool) {
    let house = House::start_with(pool, &PATIENT).await;
    assert!(house.get("/").await.text.contains(EMPTY), "a build without a script");
    built(
        &house,
        "globalThis.render = async (address, state) => `<h1>${address} ${JSON.parse(state).queries.length}</h1>`",
    );
    for (path, root) in [
        ("/", "data-rendered=\"\"><h1>/ 7</h1></div>"),
        ("/en?utm_source=letter", "data-rendered=\"\"><h1>/en 7</h1></div>"),
        (
            "/ru/endirimler?utm_source=x&sort=newest&page=1&inStock=",
            "data-rendered=\"sort=newest\"><h1>/ru/endirimler?sort=newest 3</h1></div>",
        ),
        (
            "/axtaris/g%C3%BCl?inStock=true&sort=",
            "data-rendered=\"inStock=true\"><h1>/axtaris/g%C3%BCl?inStock=true 3</h1></div>",
        ),
    ] {
        let page = house.get(path).await;
        assert!(page.status == 200 && page.text.contains(root), "{path}: {}", page.text);
    }
    for path in ["/sebet", "/giris", "/profil", "/mehsullar/no-such-product", "/nothing"] {
        let page = house.get(path).await;
        assert!(page.text.contains(EMPTY), "{path} is not a guest's, or is not there: {}", page.text);
    }
    assert_eq!(house.get("/.vite/render.js").await.status, 404, "the script is nobody's but ours");
}

#[sqlx::test(migrations = false)]
async fn whatever_fails_a_page_goes_out(pool: PgPool) {
    let house = House::start_with(pool, &["--render", "on", "--page-ttl", "0s"]).await;
    let before = house.get("/").await;
    for script in [
        "render = ",
        "globalThis.render = 1",
        "globalThis.render = async () => { throw new Error() }",
        "globalThis.render = () => { for (;;) {} }",
    ] {
        std::fs::remove_file(house.web().join(".vite/render.js")).ok();
        built(&house, script);
        let page = house.get("/").await;
        assert_eq!((page.status, &page.text), (200, &before.text), "{script}");
    }
}

#[sqlx::test(migrations = false)]
async fn it_can_be_switched_off(pool: PgPool) {
    let house = House::start_with(pool, &["--render", "off", "--page-ttl", "0s"]).await;
    built(&house, "globalThis.render = async () => 'rendered all the same'");
    assert!(house.get("/").await.text.contains(EMPTY));
}
