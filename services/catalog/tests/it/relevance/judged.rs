//! The checked-in queries and judgements, which `relevance/label.mjs` writes.

use std::{collections::HashMap, fs};

use kit::Language;
use serde::Deserialize;

#[derive(Deserialize)]
pub struct JudgedQuery {
    /// The subject of the query, such as typos.
    pub class: String,
    pub language: Language,
    pub query: String,
    /// A key of `judgements.json`.
    pub meant: String,
}

/// Slugs of relevant products by meaning and by grade. A higher grade is more relevant.
pub struct Judgements(HashMap<String, HashMap<u8, Vec<String>>>);

impl Judgements {
    pub fn read() -> Self {
        Self(serde_json::from_str(&read("judgements.json")).unwrap())
    }

    pub fn grades(&self, meant: &str, slugs: &[String]) -> Vec<u8> {
        let grade = |slug: &String| {
            self.0[meant].iter().find(|(_, relevant)| relevant.contains(slug)).map_or(0, |(grade, _)| *grade)
        };
        slugs.iter().map(grade).collect()
    }

    /// In no order.
    pub fn possible(&self, meant: &str) -> Vec<u8> {
        self.0[meant].iter().flat_map(|(grade, relevant)| vec![*grade; relevant.len()]).collect()
    }
}

pub fn queries() -> Vec<JudgedQuery> {
    read("queries.jsonl").lines().map(|line| serde_json::from_str(line).unwrap()).collect()
}

fn read(name: &str) -> String {
    fs::read_to_string(format!("{}/relevance/{name}", env!("CARGO_MANIFEST_DIR"))).unwrap()
}
