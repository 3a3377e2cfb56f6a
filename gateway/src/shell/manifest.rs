//! Vite's manifest: the files that were built from each module.

use std::collections::{BTreeSet, HashMap};

use serde::Deserialize;

/// The chunks by the paths of their sources.
#[derive(Debug, Default, Deserialize)]
#[serde(transparent)]
pub struct Manifest(HashMap<String, Chunk>);

#[derive(Debug, Default, Deserialize)]
#[serde(rename_all = "camelCase", default)]
struct Chunk {
    file: String,
    imports: Vec<String>,
    css: Vec<String>,
}

#[derive(Debug, Default, PartialEq, Eq)]
pub struct ModuleFiles {
    pub scripts: BTreeSet<String>,
    pub styles: BTreeSet<String>,
}

impl Manifest {
    /// Adds the files of a module and of its imports.
    pub fn collect_files(&self, module: &str, files: &mut ModuleFiles) {
        let Some(chunk) = self.0.get(module) else { return };
        files.styles.extend(chunk.css.iter().map(|file| format!("/{file}")));
        if files.scripts.insert(format!("/{}", chunk.file)) {
            for import in &chunk.imports {
                self.collect_files(import, files);
            }
        }
    }

    pub fn file(&self, source: &str) -> Option<String> {
        self.0.get(source).map(|chunk| format!("/{}", chunk.file))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn imports_are_collected_once() {
        let manifest: Manifest = serde_json::from_str(
            r#"{"a.tsx": {"file": "assets/a.js", "imports": ["b.ts"], "css": ["assets/a.css"]},
                "b.ts": {"file": "assets/b.js", "imports": ["a.tsx"], "isDynamicEntry": true}}"#,
        )
        .unwrap();
        let mut files = ModuleFiles::default();
        manifest.collect_files("a.tsx", &mut files);
        assert_eq!(files.scripts.into_iter().collect::<Vec<_>>(), ["/assets/a.js", "/assets/b.js"]);
        assert_eq!(files.styles.into_iter().collect::<Vec<_>>(), ["/assets/a.css"]);
        let mut no_files = ModuleFiles::default();
        manifest.collect_files("unknown.tsx", &mut no_files);
        assert_eq!(no_files, ModuleFiles::default());
    }
}
