//! Re-encodes an uploaded picture from its pixels, which drops everything else in the file (scripts, location data).
//!
//! WebP rather than AVIF: AVIF is a quarter smaller, but takes 24 times as long.

use std::io::Cursor;

use fast_image_resize::{
    PixelType, ResizeOptions, Resizer,
    images::{Image, ImageRef},
};
use image::{DynamicImage, ImageDecoder, ImageFormat, ImageReader, Limits, metadata::Orientation};
use sha2::{Digest as _, Sha256};

use crate::domain::picture::{MAX_PIXELS, WIDTHS, fit};

/// Four bytes per pixel, and a margin. Against decompression bombs.
const MAX_DECODER_BYTES: u64 = 4 * MAX_PIXELS + (8 << 20);
/// From 0 to 100.
const WEBP_QUALITY: f32 = 80.0;
/// Part of the hash. Increase it when the encoding changes.
const ENCODING_VERSION: u8 = 1;
/// Half of a SHA-256.
const HASH_LENGTH: usize = 32;

pub struct ConvertedPicture {
    pub hash: String,
    /// Width and height of the largest file, in pixels.
    pub size: (u32, u32),
    pub files: Vec<File>,
}

pub struct File {
    /// Nominal: a narrow picture is not enlarged.
    pub width: u32,
    pub webp: Vec<u8>,
}

struct Pixels {
    size: (u32, u32),
    kind: PixelType,
    bytes: Vec<u8>,
}

/// Fails with an error code.
pub fn convert(file: &[u8]) -> Result<ConvertedPicture, &'static str> {
    let (picture, orientation) = decode(file)?;
    let is_rotated = is_quarter_turn(orientation);
    let source = pixels(picture);
    let displayed_size = turned(source.size, is_rotated);

    let [small_width, middle_width, large_width] = WIDTHS;
    // Scaled before it is rotated, because rotating the unscaled picture would need its memory twice.
    let scaled_size = turned(fit(displayed_size, large_width), is_rotated);
    let large = rotate(resize(&source, scaled_size)?, orientation)?;
    drop(source);

    let hash = hash(&large);
    let mut files = Vec::new();
    for width in [small_width, middle_width] {
        files.push(File { width, webp: encode(&resize(&large, fit(large.size, width))?)? });
    }
    files.push(File { width: large_width, webp: encode(&large)? });
    Ok(ConvertedPicture { hash, size: large.size, files })
}

fn decode(file: &[u8]) -> Result<(DynamicImage, Orientation), &'static str> {
    if file.is_empty() {
        return Err("required");
    }
    let format = image::guess_format(file).map_err(|_| "unsupported_picture")?;
    if !matches!(format, ImageFormat::Gif | ImageFormat::Jpeg | ImageFormat::Png | ImageFormat::WebP) {
        return Err("unsupported_picture");
    }
    if format == ImageFormat::Jpeg && !has_end_marker(file) {
        return Err("broken_picture");
    }

    let mut reader = ImageReader::with_format(Cursor::new(file), format);
    let mut limits = Limits::default();
    limits.max_alloc = Some(MAX_DECODER_BYTES);
    reader.limits(limits);
    let mut decoder = reader.into_decoder().map_err(|error| code(&error))?;

    let (width, height) = decoder.dimensions();
    if u64::from(width) * u64::from(height) > MAX_PIXELS || decoder.total_bytes() > MAX_DECODER_BYTES {
        return Err("picture_too_big");
    }

    let orientation = decoder.orientation().unwrap_or(Orientation::NoTransforms);
    let picture = DynamicImage::from_decoder(decoder).map_err(|error| code(&error))?;
    Ok((picture, orientation))
}

fn code(error: &image::ImageError) -> &'static str {
    match error {
        image::ImageError::Limits(_) => "picture_too_big",
        image::ImageError::Unsupported(_) => "unsupported_picture",
        _ => "broken_picture",
    }
}

/// The decoder accepts truncated JPEGs. The end marker of an embedded preview comes before the last start-of-scan
/// marker.
fn has_end_marker(jpeg: &[u8]) -> bool {
    let last = |marker: [u8; 2]| jpeg.windows(2).rposition(|pair| pair == marker);
    last([0xff, 0xd9]) > last([0xff, 0xda])
}

fn pixels(picture: DynamicImage) -> Pixels {
    let size = (picture.width(), picture.height());
    if picture.color().has_alpha() {
        Pixels { size, kind: PixelType::U8x4, bytes: picture.into_rgba8().into_raw() }
    } else {
        Pixels { size, kind: PixelType::U8x3, bytes: picture.into_rgb8().into_raw() }
    }
}

fn resize(source: &Pixels, size: (u32, u32)) -> Result<Pixels, &'static str> {
    if size == source.size {
        return Ok(Pixels { size, kind: source.kind, bytes: source.bytes.clone() });
    }
    let (source_width, source_height) = source.size;
    let from = ImageRef::new(source_width, source_height, &source.bytes, source.kind);
    let from = from.map_err(|_| "broken_picture")?;
    let (width, height) = size;
    let mut to = Image::new(width, height, source.kind);
    Resizer::new().resize(&from, &mut to, &ResizeOptions::new()).map_err(|_| "broken_picture")?;
    Ok(Pixels { size, kind: source.kind, bytes: to.into_vec() })
}

/// Whether the orientation swaps width and height.
fn is_quarter_turn(orientation: Orientation) -> bool {
    use Orientation::{Rotate90, Rotate90FlipH, Rotate270, Rotate270FlipH};
    matches!(orientation, Rotate90 | Rotate270 | Rotate90FlipH | Rotate270FlipH)
}

/// Swaps width and height if the picture is displayed rotated by a quarter turn.
fn turned((width, height): (u32, u32), is_rotated: bool) -> (u32, u32) {
    if is_rotated { (height, width) } else { (width, height) }
}

fn rotate(pixels: Pixels, orientation: Orientation) -> Result<Pixels, &'static str> {
    if orientation == Orientation::NoTransforms {
        return Ok(pixels);
    }
    let (width, height) = pixels.size;
    let picture = if pixels.kind == PixelType::U8x4 {
        image::RgbaImage::from_raw(width, height, pixels.bytes).map(DynamicImage::from)
    } else {
        image::RgbImage::from_raw(width, height, pixels.bytes).map(DynamicImage::from)
    };
    let mut picture = picture.ok_or("broken_picture")?;
    picture.apply_orientation(orientation);
    Ok(self::pixels(picture))
}

fn encode(pixels: &Pixels) -> Result<Vec<u8>, &'static str> {
    let (width, height) = pixels.size;
    let encoder = if pixels.kind == PixelType::U8x4 {
        webp::Encoder::from_rgba(&pixels.bytes, width, height)
    } else {
        webp::Encoder::from_rgb(&pixels.bytes, width, height)
    };
    let is_lossless = false;
    Ok(encoder.encode_simple(is_lossless, WEBP_QUALITY).map_err(|_| "broken_picture")?.to_vec())
}

fn hash(pixels: &Pixels) -> String {
    let mut digest = Sha256::new();
    digest.update([ENCODING_VERSION, u8::from(pixels.kind == PixelType::U8x4)]);
    let (width, height) = pixels.size;
    digest.update(width.to_be_bytes());
    digest.update(height.to_be_bytes());
    digest.update(&pixels.bytes);
    let mut hash = format!("{:x}", digest.finalize());
    hash.truncate(HASH_LENGTH);
    hash
}
