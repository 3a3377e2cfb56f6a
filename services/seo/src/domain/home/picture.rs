//! Pictures of the home page.

use serde::{Deserialize, Serialize};

const ILLUSTRATION: &str = "illustration:";
/// The web app has a file for each name.
pub const ILLUSTRATIONS: [&str; 10] =
    ["bottle", "cake", "coffee", "flowers", "purse", "sprout", "sweets", "teddy", "tulip", "watch"];

/// The path of an uploaded picture, or the name of an illustration.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(transparent)]
pub struct Picture(String);

impl Picture {
    /// Returns `None` if there is no picture.
    pub fn parse(raw: &str) -> Result<Option<Self>, &'static str> {
        let raw = raw.trim();
        if raw.is_empty() {
            return Ok(None);
        }
        let Some(name) = raw.strip_prefix(ILLUSTRATION) else {
            return kit::picture::parse(raw).map(|path| Some(Self(path)));
        };
        if ILLUSTRATIONS.contains(&name) { Ok(Some(Self(raw.to_owned()))) } else { Err("unknown_picture") }
    }

    pub fn as_str(&self) -> &str {
        &self.0
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn parse(raw: &str) -> Result<String, &'static str> {
        Picture::parse(raw).map(|picture| picture.map(|picture| picture.0).unwrap_or_default())
    }

    #[test]
    fn uploaded_pictures_and_illustrations_are_accepted() {
        for raw in ["", "/media/4f2a/640.webp", "illustration:cake"] {
            assert_eq!(parse(raw), Ok(raw.to_owned()));
        }
        for name in ILLUSTRATIONS {
            assert!(parse(&format!("{ILLUSTRATION}{name}")).is_ok(), "{name}");
        }
    }

    #[test]
    fn each_illustration_is_a_file_of_the_web_app() {
        let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/../../web/shared/assets/illustrations");
        let files = std::fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().file_name().into_string().unwrap());
        let mut names: Vec<String> = files.filter_map(|file| file.strip_suffix(".webp").map(str::to_owned)).collect();
        names.sort();
        assert_eq!(names, ILLUSTRATIONS);
    }

    #[test]
    fn other_pictures_are_refused() {
        for (raw, code) in [
            ("https://evil.example/a.webp", "invalid_link"),
            ("/media/../640.webp", "invalid_link"),
            ("/assets/a.webp", "invalid_link"),
            ("illustration:", "unknown_picture"),
            ("illustration:../hero", "unknown_picture"),
        ] {
            assert_eq!(parse(raw), Err(code), "{raw}");
        }
    }
}
