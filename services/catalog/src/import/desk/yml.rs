//! Reads Yandex Market's XML (YML), in which each `offer` is a row.
//!
//! For security, entities that the document defines are refused.

use std::{
    collections::BTreeMap,
    fs::File,
    io::{self, BufRead, BufReader, Read, Seek as _, SeekFrom},
    ops::ControlFlow,
};

use quick_xml::{
    Reader,
    events::{BytesStart, Event},
};

use super::{Content, Part, RawRow, ReadError};
use crate::{
    domain::product_import::{MAX_COLUMNS, PARAM},
    import::table::VALUE_SEPARATOR,
};

const MAX_OFFER_BYTES: usize = 1 << 20;
const INVALID: ReadError = ReadError::Refused("invalid_xml");

/// Reads the file twice: the columns of all offers, then the rows.
pub fn read(mut file: File, each: &mut dyn FnMut(Part) -> ControlFlow<()>) -> Result<(), ReadError> {
    let mut columns: Vec<String> = Vec::new();
    let mut has_too_many = false;
    each_offer(&mut file, &mut |offer| {
        for name in offer.cells.into_keys() {
            if !columns.contains(&name) {
                columns.push(name);
            }
        }
        has_too_many = columns.len() > MAX_COLUMNS;
        if has_too_many { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
    })?;
    if has_too_many {
        return Err(ReadError::Refused("too_many_columns"));
    }
    if columns.is_empty() {
        return Err(ReadError::Refused("unreadable_file"));
    }
    if each(Part::Columns(columns.clone())).is_break() {
        return Ok(());
    }
    let mut last_number = 0;
    each_offer(&mut file, &mut |mut offer| {
        // Numbers must increase, also for offers that begin on the same line.
        last_number = offer.line.max(last_number + 1);
        let content = match offer.problem {
            Some(code) => Content::Unreadable(code, String::new()),
            None => {
                Content::Cells(columns.iter().map(|name| Some(offer.cells.remove(name).unwrap_or_default())).collect())
            }
        };
        each(Part::Row(RawRow { number: last_number, content }))
    })
}

#[derive(Default)]
struct Offer {
    line: u64,
    cells: BTreeMap<String, String>,
    /// Length of all names and texts.
    bytes: usize,
    /// An error code.
    problem: Option<&'static str>,
}

impl Offer {
    fn add(&mut self, name: String, text: &str) {
        self.bytes += name.len() + text.len();
        if self.bytes > MAX_OFFER_BYTES {
            self.problem = Some("too_long");
            return;
        }
        let cell = self.cells.entry(name).or_default();
        if !cell.is_empty() {
            cell.push(VALUE_SEPARATOR);
        }
        cell.push_str(text.trim());
    }
}

/// The children of an `offer` are cells, with the texts of their own children.
fn each_offer(file: &mut File, each: &mut dyn FnMut(Offer) -> ControlFlow<()>) -> Result<(), ReadError> {
    file.seek(SeekFrom::Start(0))?;
    let input = Lines { inner: BufReader::with_capacity(1 << 18, file), count: 0 };
    let mut reader = Reader::from_reader(input);
    let mut buffer = Vec::new();
    let mut offer: Option<Offer> = None;
    // The element that is being read, and the open elements inside it.
    let (mut element, mut text, mut depth) = (None::<String>, String::new(), 0_usize);
    loop {
        buffer.clear();
        let event = reader.read_event_into(&mut buffer).map_err(|error| match error {
            quick_xml::Error::Io(error) => ReadError::Io(io::Error::new(error.kind(), error.to_string())),
            _ => INVALID,
        })?;
        match event {
            Event::Eof if offer.is_some() => return Err(INVALID),
            Event::Eof => return Ok(()),
            // Yandex Market's document type has no declarations in brackets.
            Event::DocType(doctype) if doctype.contains(&b'[') => return Err(ReadError::Refused("xml_entity")),
            Event::Start(start) => match &mut offer {
                None if start.name().as_ref() == b"offer" => {
                    offer = Some(begin_offer(&start, reader.get_ref().count + 1)?);
                }
                None => {}
                Some(_) if element.is_none() => {
                    element = Some(column_name(&start)?);
                    text.clear();
                }
                Some(_) => depth += 1,
            },
            Event::Empty(start) if offer.is_none() && start.name().as_ref() == b"offer" => {
                let opened = begin_offer(&start, reader.get_ref().count + 1)?;
                if each(opened).is_break() {
                    return Ok(());
                }
            }
            Event::Text(part) if element.is_some() => text.push_str(&part.decode().map_err(|_| not_utf8())?),
            Event::CData(part) if element.is_some() => text.push_str(&part.decode().map_err(|_| not_utf8())?),
            Event::GeneralRef(reference) => {
                let name = reference.decode().map_err(|_| not_utf8())?;
                let character = match name.as_ref() {
                    "lt" => Some('<'),
                    "gt" => Some('>'),
                    "amp" => Some('&'),
                    "quot" => Some('"'),
                    "apos" => Some('\''),
                    _ => reference.resolve_char_ref().map_err(|_| INVALID)?,
                };
                match (character, &mut offer) {
                    (Some(character), _) if element.is_some() => text.push(character),
                    (None, Some(offer)) => offer.problem = Some("xml_entity"),
                    (None, None) => return Err(ReadError::Refused("xml_entity")),
                    (Some(_), _) => {}
                }
            }
            Event::End(_) if depth > 0 => depth -= 1,
            // An element of the offer ends, or the offer itself.
            Event::End(_) => match (element.take(), offer.as_mut()) {
                (Some(name), Some(offer)) => offer.add(name, &text),
                (None, Some(_)) => {
                    if let Some(offer) = offer.take()
                        && each(offer).is_break()
                    {
                        return Ok(());
                    }
                }
                _ => {}
            },
            _ => {}
        }
    }
}

fn begin_offer(start: &BytesStart<'_>, line: u64) -> Result<Offer, ReadError> {
    let mut offer = Offer { line, ..Offer::default() };
    for attribute in start.attributes() {
        let attribute = attribute.map_err(|_| INVALID)?;
        let name = utf8(attribute.key.as_ref())?;
        offer.add(name, &utf8(&attribute.value)?);
    }
    Ok(offer)
}

/// Returns `param Rəng` for `<param name="Rəng">`.
fn column_name(start: &BytesStart<'_>) -> Result<String, ReadError> {
    let name = utf8(start.name().as_ref())?;
    if name != "param" {
        return Ok(name);
    }
    let param_name = start.try_get_attribute("name").map_err(|_| INVALID)?;
    let param_name = param_name.map(|attribute| utf8(&attribute.value)).transpose()?;
    Ok(param_name.map(|param_name| format!("{PARAM}{param_name}")).unwrap_or(name))
}

fn utf8(bytes: &[u8]) -> Result<String, ReadError> {
    std::str::from_utf8(bytes).map(str::to_owned).map_err(|_| not_utf8())
}

fn not_utf8() -> ReadError {
    ReadError::Refused("not_utf8")
}

/// Counts line breaks.
struct Lines<R> {
    inner: R,
    count: u64,
}

impl<R: BufRead> Read for Lines<R> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let mut ahead = self.fill_buf()?;
        let read = ahead.read(buffer)?;
        self.consume(read);
        Ok(read)
    }
}

impl<R: BufRead> BufRead for Lines<R> {
    fn fill_buf(&mut self) -> io::Result<&[u8]> {
        self.inner.fill_buf()
    }

    fn consume(&mut self, amount: usize) {
        if let Ok(ahead) = self.inner.fill_buf() {
            self.count += ahead[..amount.min(ahead.len())].split(|byte| *byte == b'\n').skip(1).count() as u64;
        }
        self.inner.consume(amount);
    }
}
