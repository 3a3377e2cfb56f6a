//! The index on disk. Each index is a folder with an increasing number. A commit records the outbox position (the last
//! change) that it includes. A folder without a position was never finished.

use std::{
    fs,
    path::{Path, PathBuf},
    sync::Arc,
};

use anyhow::Context as _;
use serde::{Deserialize, Serialize};
use tantivy::{Index as Tantivy, IndexReader, IndexWriter, ReloadPolicy, Searcher, Term, merge_policy::LogMergePolicy};

use super::{
    Product,
    schema::{FORMAT, Fields, schema},
    taxonomy::Taxonomy,
};

/// Bytes per thread. Exceeding them starts another segment, which slows searches.
const BUILDER_MEMORY: usize = 64 * 1024 * 1024;
/// Bytes for later changes.
const WRITER_MEMORY: usize = 16 * 1024 * 1024;
/// Low, because every search visits all segments.
const MERGE_FACTOR: usize = 4;
/// A segment with more deleted documents is rewritten.
const MAX_DELETED_SHARE: f32 = 0.3;

/// The outbox position that an index includes, and the stamp of its database (table `search_stamp`).
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Cursor {
    pub stamp: String,
    pub position: i64,
}

#[derive(Serialize, Deserialize)]
struct Payload {
    format: u32,
    cursor: Cursor,
}

/// Holds a lock on its folder.
pub struct Index {
    pub cursor: Cursor,
    pub(crate) fields: Arc<Fields>,
    folder: PathBuf,
    writer: IndexWriter,
    reader: IndexReader,
    /// Products with greater ids are new and replace nothing.
    max_id: i64,
}

pub struct IndexBuilder {
    pub(crate) fields: Arc<Fields>,
    folder: PathBuf,
    tantivy: Tantivy,
    writer: IndexWriter,
}

impl Index {
    /// Opens the newest index, if it is complete and has the current format.
    pub fn open(root: &Path) -> anyhow::Result<Option<Self>> {
        let Some(number) = index_numbers(root)?.into_iter().max() else { return Ok(None) };
        let folder = root.join(number.to_string());
        let Ok(tantivy) = Tantivy::open_in_dir(&folder) else { return Ok(None) };
        let (schema, fields) = schema();
        let payload = tantivy.load_metas().ok().and_then(|metas| serde_json::from_str::<Payload>(&metas.payload?).ok());
        match payload {
            Some(payload) if payload.format == FORMAT && tantivy.schema() == schema => {
                Self::from_tantivy(&tantivy, Arc::new(fields), folder, payload.cursor).map(Some)
            }
            _ => Ok(None),
        }
    }

    fn from_tantivy(tantivy: &Tantivy, fields: Arc<Fields>, folder: PathBuf, cursor: Cursor) -> anyhow::Result<Self> {
        let writer: IndexWriter = tantivy
            .writer_with_num_threads(1, WRITER_MEMORY)
            .with_context(|| format!("{} is written by another process", folder.display()))?;
        let mut merge_policy = LogMergePolicy::default();
        merge_policy.set_min_num_segments(MERGE_FACTOR);
        merge_policy.set_del_docs_ratio_before_merge(MAX_DELETED_SHARE);
        writer.set_merge_policy(Box::new(merge_policy));
        let reader: IndexReader = tantivy.reader_builder().reload_policy(ReloadPolicy::Manual).try_into()?;
        let max_id = max_id(&reader.searcher())?;
        Ok(Self { cursor, fields, folder, writer, reader, max_id })
    }

    /// An id without a product is deleted.
    pub fn replace(&mut self, ids: &[i64], products: &[Product], taxonomy: &Taxonomy) -> tantivy::Result<()> {
        for id in ids.iter().filter(|id| **id <= self.max_id) {
            self.writer.delete_term(Term::from_field_i64(self.fields.id, *id));
        }
        self.max_id = ids.iter().copied().fold(self.max_id, i64::max);
        for product in products {
            self.writer.add_document(self.fields.document(product, taxonomy))?;
        }
        Ok(())
    }

    pub fn commit(&mut self, cursor: Cursor) -> anyhow::Result<()> {
        commit(&mut self.writer, &cursor)?;
        self.cursor = cursor;
        self.reader.reload()?;
        Ok(())
    }

    pub(crate) fn searcher(&self) -> Searcher {
        self.reader.searcher()
    }

    /// Copies the committed index as hard links. Fails if segments are merged at the same time.
    pub fn copy_to(&self, folder: &Path) -> anyhow::Result<()> {
        let link = |name: &Path| {
            let context = || format!("{} cannot be linked", name.display());
            fs::hard_link(self.folder.join(name), folder.join(name)).with_context(context)
        };
        if folder.exists() {
            fs::remove_dir_all(folder).with_context(|| format!("{} cannot be removed", folder.display()))?;
        }
        fs::create_dir_all(folder).with_context(|| format!("{} cannot be created", folder.display()))?;
        // This file comes first, so that it cannot name files of a later merge.
        link(Path::new("meta.json"))?;
        link(Path::new(".managed.json"))?;
        let files = Tantivy::open_in_dir(folder)?.load_metas()?.list_segment_files();
        for file in files.iter().filter(|file| self.folder.join(file).exists()) {
            link(file)?;
        }
        Tantivy::open_in_dir(folder)?.reader()?;
        Ok(())
    }

    /// Searches of an older index keep its files open.
    pub fn remove_others(&self, root: &Path) -> anyhow::Result<()> {
        for number in index_numbers(root)? {
            let folder = root.join(number.to_string());
            if folder != self.folder {
                fs::remove_dir_all(&folder).with_context(|| format!("{} cannot be removed", folder.display()))?;
            }
        }
        Ok(())
    }
}

impl IndexBuilder {
    pub fn create(root: &Path, threads: usize) -> anyhow::Result<Self> {
        let folder = next_folder(root)?;
        fs::create_dir_all(&folder).with_context(|| format!("{} cannot be created", folder.display()))?;
        let (schema, fields) = schema();
        let tantivy = Tantivy::create_in_dir(&folder, schema)?;
        let writer = tantivy.writer_with_num_threads(threads, threads * BUILDER_MEMORY)?;
        Ok(Self { fields: Arc::new(fields), folder, tantivy, writer })
    }

    pub fn add(&self, product: &Product, taxonomy: &Taxonomy) -> tantivy::Result<()> {
        self.writer.add_document(self.fields.document(product, taxonomy)).map(|_| ())
    }

    pub fn finish(mut self, cursor: Cursor) -> anyhow::Result<Index> {
        commit(&mut self.writer, &cursor)?;
        self.writer.wait_merging_threads()?;
        Index::from_tantivy(&self.tantivy, self.fields, self.folder, cursor)
    }
}

fn commit(writer: &mut IndexWriter, cursor: &Cursor) -> anyhow::Result<()> {
    let payload = serde_json::to_string(&Payload { format: FORMAT, cursor: cursor.clone() })?;
    let mut prepared = writer.prepare_commit()?;
    prepared.set_payload(&payload);
    prepared.commit()?;
    Ok(())
}

fn max_id(searcher: &Searcher) -> tantivy::Result<i64> {
    let ids = searcher.segment_readers().iter().map(|segment| segment.fast_fields().i64("id"));
    ids.map(|ids| ids.map(|ids| ids.max_value())).try_fold(i64::MIN, |max, id| Ok(max.max(id?)))
}

pub fn next_folder(root: &Path) -> anyhow::Result<PathBuf> {
    Ok(root.join((index_numbers(root)?.into_iter().max().unwrap_or(0) + 1).to_string()))
}

fn index_numbers(root: &Path) -> anyhow::Result<Vec<u64>> {
    fs::create_dir_all(root).with_context(|| format!("{} cannot be created", root.display()))?;
    let mut index_numbers = Vec::new();
    for entry in fs::read_dir(root).with_context(|| format!("{} cannot be listed", root.display()))? {
        index_numbers.extend(entry?.file_name().to_str().and_then(|name| name.parse::<u64>().ok()));
    }
    Ok(index_numbers)
}
