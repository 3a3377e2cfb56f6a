//! Reads Yandex Market's XML (YML), in which each `offer` is a row, and its attributes and children are cells.
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
    events::{BytesRef, BytesStart, Event},
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
    let columns = read_columns(&mut file)?;
    if each(Part::Columns(columns.clone())).is_break() {
        return Ok(());
    }
    let mut last_number = 0;
    each_offer(&mut file, &mut |offer| {
        // Numbers must increase, also for offers that begin on the same line.
        last_number = offer.line.max(last_number + 1);
        each(Part::Row(RawRow { number: last_number, content: offer.into_content(&columns) }))
    })
}

fn read_columns(file: &mut File) -> Result<Vec<String>, ReadError> {
    let mut columns: Vec<String> = Vec::new();
    each_offer(file, &mut |offer| {
        for name in offer.cells.into_keys() {
            if !columns.contains(&name) {
                columns.push(name);
            }
        }
        if columns.len() > MAX_COLUMNS { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
    })?;
    if columns.len() > MAX_COLUMNS {
        return Err(ReadError::Refused("too_many_columns"));
    }
    if columns.is_empty() {
        return Err(ReadError::Refused("unreadable_file"));
    }
    Ok(columns)
}

fn each_offer(file: &mut File, each: &mut dyn FnMut(Offer) -> ControlFlow<()>) -> Result<(), ReadError> {
    file.seek(SeekFrom::Start(0))?;
    let input = LineCounter { inner: BufReader::with_capacity(1 << 18, file), line_breaks: 0 };
    let mut reader = Reader::from_reader(input);
    let mut buffer = Vec::new();
    let mut parser = OfferParser::default();
    loop {
        buffer.clear();
        let event = reader.read_event_into(&mut buffer).map_err(|error| match error {
            quick_xml::Error::Io(error) => ReadError::Io(io::Error::new(error.kind(), error.to_string())),
            _ => INVALID,
        })?;
        if let Event::Eof = event {
            return if parser.offer.is_none() { Ok(()) } else { Err(INVALID) };
        }
        let line = reader.get_ref().line_breaks + 1;
        if let Some(offer) = parser.add(event, line)?
            && each(offer).is_break()
        {
            return Ok(());
        }
    }
}

#[derive(Default)]
struct OfferParser {
    offer: Option<Offer>,
    /// The child of the offer that is open.
    element: Option<Element>,
}

#[derive(Default)]
struct Element {
    column: String,
    /// Includes the texts of its descendants.
    text: String,
    /// Number of open descendants.
    depth: usize,
}

impl OfferParser {
    /// Returns the offer that ends with this event.
    fn add(&mut self, event: Event<'_>, line: u64) -> Result<Option<Offer>, ReadError> {
        match event {
            // Yandex Market's document type has no declarations in brackets.
            Event::DocType(doctype) if doctype.contains(&b'[') => return Err(ReadError::Refused("xml_entity")),
            Event::Start(start) => self.open(&start, line)?,
            Event::Empty(start) if self.offer.is_none() && is_offer(&start) => {
                return Offer::begin(&start, line).map(Some);
            }
            Event::End(_) => return Ok(self.close()),
            Event::Text(part) => {
                if let Some(element) = &mut self.element {
                    element.text.push_str(&part.decode().map_err(|_| not_utf8())?);
                }
            }
            Event::CData(part) => {
                if let Some(element) = &mut self.element {
                    element.text.push_str(&part.decode().map_err(|_| not_utf8())?);
                }
            }
            Event::GeneralRef(reference) => self.add_reference(&reference)?,
            _ => {}
        }
        Ok(None)
    }

    fn open(&mut self, start: &BytesStart<'_>, line: u64) -> Result<(), ReadError> {
        if self.offer.is_none() {
            if is_offer(start) {
                self.offer = Some(Offer::begin(start, line)?);
            }
        } else if let Some(element) = &mut self.element {
            element.depth += 1;
        } else {
            self.element = Some(Element { column: column_name(start)?, ..Element::default() });
        }
        Ok(())
    }

    /// Returns the offer if it ends here.
    fn close(&mut self) -> Option<Offer> {
        let Some(element) = self.element.take() else { return self.offer.take() };
        if element.depth > 0 {
            self.element = Some(Element { depth: element.depth - 1, ..element });
        } else if let Some(offer) = &mut self.offer {
            offer.add(element.column, &element.text);
        }
        None
    }

    fn add_reference(&mut self, reference: &BytesRef<'_>) -> Result<(), ReadError> {
        let Some(character) = character_of(reference)? else {
            let offer = self.offer.as_mut().ok_or(ReadError::Refused("xml_entity"))?;
            offer.problem = Some("xml_entity");
            return Ok(());
        };
        if let Some(element) = &mut self.element {
            element.text.push(character);
        }
        Ok(())
    }
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
    fn begin(start: &BytesStart<'_>, line: u64) -> Result<Self, ReadError> {
        let mut offer = Self { line, ..Self::default() };
        for attribute in start.attributes() {
            let attribute = attribute.map_err(|_| INVALID)?;
            let name = utf8(attribute.key.as_ref())?;
            offer.add(name, &utf8(&attribute.value)?);
        }
        Ok(offer)
    }

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

    fn into_content(mut self, columns: &[String]) -> Content {
        if let Some(code) = self.problem {
            return Content::Unreadable(code, String::new());
        }
        Content::Cells(columns.iter().map(|name| Some(self.cells.remove(name).unwrap_or_default())).collect())
    }
}

fn is_offer(start: &BytesStart<'_>) -> bool {
    start.name().as_ref() == b"offer"
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

/// Returns `None` for an entity that the document would have to define.
fn character_of(reference: &BytesRef<'_>) -> Result<Option<char>, ReadError> {
    let name = reference.decode().map_err(|_| not_utf8())?;
    match name.as_ref() {
        "lt" => Ok(Some('<')),
        "gt" => Ok(Some('>')),
        "amp" => Ok(Some('&')),
        "quot" => Ok(Some('"')),
        "apos" => Ok(Some('\'')),
        _ => reference.resolve_char_ref().map_err(|_| INVALID),
    }
}

fn utf8(bytes: &[u8]) -> Result<String, ReadError> {
    std::str::from_utf8(bytes).map(str::to_owned).map_err(|_| not_utf8())
}

fn not_utf8() -> ReadError {
    ReadError::Refused("not_utf8")
}

struct LineCounter<R> {
    inner: R,
    line_breaks: u64,
}

impl<R: BufRead> Read for LineCounter<R> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let mut ahead = self.fill_buf()?;
        let read = ahead.read(buffer)?;
        self.consume(read);
        Ok(read)
    }
}

impl<R: BufRead> BufRead for LineCounter<R> {
    fn fill_buf(&mut self) -> io::Result<&[u8]> {
        self.inner.fill_buf()
    }

    fn consume(&mut self, amount: usize) {
        if let Ok(ahead) = self.inner.fill_buf() {
            self.line_breaks += ahead[..amount.min(ahead.len())].split(|byte| *byte == b'\n').skip(1).count() as u64;
        }
        self.inner.consume(amount);
    }
}
