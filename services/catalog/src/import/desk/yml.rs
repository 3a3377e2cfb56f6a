//! Reads Yandex Market's XML (YML). Each `offer` is a row; its attributes, its elements and its `param`s are the
//! columns. Several elements with the same name are one cell with several values.
//!
//! For security, entities that the document defines are refused, and nothing outside the file is read.

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
    import::table::SEVERAL,
};

/// Maximum size of an offer's names and texts (1 MiB).
const MAX_OFFER_BYTES: usize = 1 << 20;
/// The error of a file that is not well-formed.
const INVALID: ReadError = ReadError::Refused("invalid_xml");

/// Reads the file twice: first for the columns of all offers, then for the rows.
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
        // Offers that begin on the same line get consecutive numbers, because the numbers of rows must increase.
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
    /// Size of the names and texts.
    bytes: usize,
    /// Code of the reason why the offer cannot be read.
    problem: Option<&'static str>,
}

impl Offer {
    /// Adds an attribute or element.
    fn add(&mut self, name: String, text: &str) {
        self.bytes += name.len() + text.len();
        if self.bytes > MAX_OFFER_BYTES {
            self.problem = Some("too_long");
            return;
        }
        let cell = self.cells.entry(name).or_default();
        if !cell.is_empty() {
            cell.push(SEVERAL);
        }
        cell.push_str(text.trim());
    }
}

/// Calls `each` with every offer of the file, as long as it continues.
fn each_offer(file: &mut File, each: &mut dyn FnMut(Offer) -> ControlFlow<()>) -> Result<(), ReadError> {
    file.seek(SeekFrom::Start(0))?;
    let input = Lines { inner: BufReader::with_capacity(1 << 18, file), count: 0 };
    let mut reader = Reader::from_reader(input);
    let mut buffer = Vec::new();
    let mut offer: Option<Offer> = None;
    // The name and text of the offer's element that is being read, and the number of open elements inside it.
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
            // The document type of Yandex Market names a file and has no declarations in brackets.
            Event::DocType(doctype) if doctype.contains(&b'[') => return Err(ReadError::Refused("xml_entity")),
            Event::Start(start) => match &mut offer {
                None if start.name().as_ref() == b"offer" => {
                    offer = Some(opened(&start, reader.get_ref().count + 1)?);
                }
                None => {}
                Some(_) if element.is_none() => {
                    element = Some(column_name(&start)?);
                    text.clear();
                }
                Some(_) => depth += 1,
            },
            Event::Empty(start) if offer.is_none() && start.name().as_ref() == b"offer" => {
                let opened = opened(&start, reader.get_ref().count + 1)?;
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

/// Begins an offer with its attributes, such as `id`, as its first cells.
fn opened(start: &BytesStart<'_>, line: u64) -> Result<Offer, ReadError> {
    let mut offer = Offer { line, ..Offer::default() };
    for attribute in start.attributes() {
        let attribute = attribute.map_err(|_| INVALID)?;
        let name = utf8(attribute.key.as_ref())?;
        offer.add(name, &utf8(&attribute.value)?);
    }
    Ok(offer)
}

/// Returns the name of an element's column: that of the element, or `param Rəng` for `<param name="Rəng">`.
fn column_name(start: &BytesStart<'_>) -> Result<String, ReadError> {
    let name = utf8(start.name().as_ref())?;
    if name != "param" {
        return Ok(name);
    }
    let of_param = start.try_get_attribute("name").map_err(|_| INVALID)?;
    let of_param = of_param.map(|attribute| utf8(&attribute.value)).transpose()?;
    Ok(of_param.map(|of_param| format!("{PARAM}{of_param}")).unwrap_or(name))
}

fn utf8(bytes: &[u8]) -> Result<String, ReadError> {
    std::str::from_utf8(bytes).map(str::to_owned).map_err(|_| not_utf8())
}

fn not_utf8() -> ReadError {
    ReadError::Refused("not_utf8")
}

/// A reader that counts the lines that were read.
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
        // The bytes are in the buffer already.
        if let Ok(ahead) = self.inner.fill_buf() {
            self.count += ahead[..amount.min(ahead.len())].split(|byte| *byte == b'\n').skip(1).count() as u64;
        }
        self.inner.consume(amount);
    }
}
