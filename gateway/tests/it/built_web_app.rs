//! A minimal build of the web app. A real one would take minutes.

use std::collections::BTreeMap;

use serde_json::Value;
use tempfile::TempDir;

use crate::response::text;

pub fn web_dir() -> TempDir {
    let folder = tempfile::tempdir().expect("a folder");
    let write = |name: &str, content: &str| {
        let path = folder.path().join(name);
        std::fs::create_dir_all(path.parent().expect("below the folder")).expect("a folder");
        std::fs::write(path, content).expect("a file");
    };
    for (name, app) in [("index.html", "shop"), ("admin/index.html", "admin")] {
        let html = format!(
            "<!doctype html><html lang=\"az\"><head><!--head--></head><body data-app=\"{app}\"><div id=\"root\"></div>\
             <script type=\"application/json\" id=\"state\"></script><!--scripts--><!--/scripts--></body></html>"
        );
        write(name, &html);
    }
    let manifest = include_str!("manifest.json");
    write(".vite/manifest.json", manifest);
    // Pages link to the files of this manifest.
    let chunks: BTreeMap<String, Value> = serde_json::from_str(manifest).expect("a map of chunks");
    for chunk in chunks.values() {
        write(text(&chunk["file"]), "a chunk of the app");
    }
    for language in ["az", "ru", "en"] {
        write(&format!("manifest-{language}.webmanifest"), "{}");
    }
    write("assets/app-1.js", "console.log('the app')");
    write("assets/app-1.js.br", "brotli, says its name");
    write("favicon.svg", "<svg xmlns=\"http://www.w3.org/2000/svg\"/>");
    // The two pictures of every product in `template_database`.
    for width in [320, 640, 1280] {
        write(&format!("aaaa/{width}.webp"), "a picture");
        write(&format!("bbbb/{width}.webp"), "another picture");
    }
    folder
}
