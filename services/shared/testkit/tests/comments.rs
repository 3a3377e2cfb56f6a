//! Limits the amount of comments: 50 to 55 words per 100 lines are usual in good projects, and more hide the code.

use std::{fs, path::Path};

const FOLDERS: [&str; 6] = ["services", "gateway", "proto", "web", "deploy", "migrations"];
const SKIPPED: [&str; 6] = ["node_modules", "target", "dist", "generated", "test-results", "playwright-report"];
/// Generated from the gateway's routes.
const GENERATED: &str = "schema.d.ts";
/// The most words per 100 lines of all files with these endings. Comments in contracts are the API's documentation.
const LIMITS: [(&[&str], usize); 4] = [(&["rs", "mjs"], 55), (&["ts", "tsx"], 55), (&["sql"], 130), (&["proto"], 200)];

#[derive(Default)]
struct Count {
    words: usize,
    lines: usize,
}

fn add_file(count: &mut Count, extension: &str, text: &str) {
    let mut is_in_block = false;
    for line in text.lines() {
        count.lines += 1;
        let line = line.trim_start();
        let comment = match extension {
            "sql" => line.strip_prefix("--"),
            _ if is_in_block => Some(line),
            _ => line.strip_prefix("//").or_else(|| line.strip_prefix("/*")).or_else(|| line.strip_prefix("{/*")),
        };
        if extension != "sql" {
            let begins = line.starts_with("/*") || line.starts_with("{/*");
            is_in_block = (is_in_block || begins) && !line.contains("*/");
        }
        let is_word = |word: &&str| word.contains(char::is_alphanumeric);
        count.words += comment.map_or(0, |comment| comment.split_whitespace().filter(is_word).count());
    }
}

fn add_folder(count: &mut Count, extensions: &[&str], folder: &Path) {
    for path in fs::read_dir(folder).expect("a folder").map(|entry| entry.expect("an entry").path()) {
        let name = path.file_name().and_then(|name| name.to_str()).unwrap_or_default();
        let extension = path.extension().and_then(|extension| extension.to_str()).unwrap_or_default();
        if path.is_dir() {
            if !name.starts_with('.') && !SKIPPED.contains(&name) {
                add_folder(count, extensions, &path);
            }
        } else if extensions.contains(&extension) && name != GENERATED {
            add_file(count, extension, &fs::read_to_string(&path).expect("a text file"));
        }
    }
}

#[test]
fn comments_are_few() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../..");
    for (extensions, limit) in LIMITS {
        let mut count = Count::default();
        for folder in FOLDERS {
            add_folder(&mut count, extensions, &root.join(folder));
        }
        assert!(count.lines > 1_000, "the files {extensions:?} were not found");
        let density = count.words * 100 / count.lines;
        assert!(
            density <= limit,
            "{extensions:?} have {density} comment words per 100 lines, at most {limit} are allowed"
        );
    }
}

#[test]
fn words_of_every_kind_of_comment_are_counted() {
    for (extension, text, words) in [
        ("rs", "//! One two.\n/// Three\nfn main() {} // not counted\n// four - five", 5),
        ("tsx", "/** One\n * two */\n{/* three\n   four */}\ncode()", 4),
        ("sql", "-- One two\nselect 1;", 2),
    ] {
        let mut count = Count::default();
        add_file(&mut count, extension, text);
        assert_eq!((count.words, count.lines), (words, text.lines().count()), "{text}");
    }
}
