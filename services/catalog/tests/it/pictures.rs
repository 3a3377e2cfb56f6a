//! Uploads of valid and hostile pictures, and the pictures of products.

use std::{fs, io::Cursor, path::Path};

use image::{DynamicImage, ImageFormat, Rgb, RgbImage, Rgba, RgbaImage};
use proto::catalog::{Picture, PutPicturesRequest, UploadRequest};
use serde_json::json;
use sqlx::PgPool;
use testkit::audit::{changes, entries};
use tonic::Status;

use crate::shop::{Customer, TestShop, product, refusal};

impl TestShop {
    /// Uploads a file as an operator, in pieces of 256 KiB.
    pub async fn upload(&self, file: &[u8]) -> Result<Picture, Status> {
        let pieces: Vec<_> = file.chunks(1 << 18).map(|piece| UploadRequest { piece: piece.to_vec() }).collect();
        Ok(self.pictures().upload(self.signed_by_operator(tokio_stream::iter(pieces))).await?.into_inner())
    }

    /// Uploads a shopper's picture for a refund request.
    async fn upload_own(&self, customer: Customer, file: &[u8]) -> Result<Picture, Status> {
        let pieces = vec![UploadRequest { piece: file.to_vec() }];
        Ok(self.pictures().upload_own(self.signed(customer, tokio_stream::iter(pieces))).await?.into_inner())
    }

    pub async fn set_pictures(&self, product_id: i64, urls: &[&str]) -> Result<(), Status> {
        let urls = urls.iter().map(ToString::to_string).collect();
        self.pictures().put(self.signed_by_operator(PutPicturesRequest { product_id, urls })).await.map(drop)
    }

    /// Path and content of all files of the media store.
    fn stored_files(&self) -> Vec<(String, Vec<u8>)> {
        fn walk(folder: &Path, found: &mut Vec<(String, Vec<u8>)>) {
            for entry in fs::read_dir(folder).unwrap().flatten() {
                if entry.path().is_dir() {
                    walk(&entry.path(), found);
                } else {
                    found.push((entry.path().display().to_string(), fs::read(entry.path()).unwrap()));
                }
            }
        }
        let mut found = Vec::new();
        walk(self.media.path(), &mut found);
        found.sort();
        found
    }
}

/// Red above and blue below, so that the orientation is visible.
pub fn two_colours(width: u32, height: u32) -> DynamicImage {
    let colour = |_, y| if y < height / 2 { Rgb([220, 30, 30]) } else { Rgb([30, 30, 220]) };
    RgbImage::from_fn(width, height, colour).into()
}

pub fn encoded(picture: &DynamicImage, format: ImageFormat) -> Vec<u8> {
    let mut file = Cursor::new(Vec::new());
    picture.write_to(&mut file, format).unwrap();
    file.into_inner()
}

fn contains(file: &[u8], words: &[u8]) -> bool {
    file.windows(words.len()).any(|window| window == words)
}

/// Adds orientation and location as Exif data.
fn with_exif(jpeg: &[u8], orientation: u8) -> Vec<u8> {
    // Big-endian header with two entries: 0x0112, the orientation, and 0x010e, a description with coordinates.
    let mut exif = b"Exif\0\0MM\0*\0\0\0\x08\0\x02".to_vec();
    exif.extend([0x01, 0x12, 0, 3, 0, 0, 0, 1, 0, orientation, 0, 0]);
    exif.extend([0x01, 0x0e, 0, 2, 0, 0, 0, 12, 0, 0, 0, 38, 0, 0, 0, 0]);
    exif.extend(b"40.37N49.85E");
    let length = (exif.len() as u16 + 2).to_be_bytes();
    [&jpeg[..2], &[0xff, 0xe1], &length, &exif, &jpeg[2..]].concat()
}

/// A small PNG whose header has a false size.
fn png_claiming_size(width: u32, height: u32) -> Vec<u8> {
    // The header chunk ends with a checksum of bytes 12 to 29.
    let mut png = encoded(&two_colours(8, 8), ImageFormat::Png);
    png[16..20].copy_from_slice(&width.to_be_bytes());
    png[20..24].copy_from_slice(&height.to_be_bytes());
    let sum = crc(&png[12..29]);
    png[29..33].copy_from_slice(&sum.to_be_bytes());
    png
}

/// CRC-32, the checksum of a PNG chunk.
fn crc(bytes: &[u8]) -> u32 {
    !bytes.iter().fold(!0, |sum, byte| {
        (0..8).fold(sum ^ u32::from(*byte), |sum, _| if sum & 1 == 1 { sum >> 1 ^ 0xedb8_8320 } else { sum >> 1 })
    })
}

#[sqlx::test(migrator = "catalog::MIGRATOR")]
async fn pictures_are_stored_in_three_widths(pool: PgPool) {
    let shop = TestShop::start(pool).await;
    for (format, source, stored_sizes) in [
        (ImageFormat::Jpeg, (1600, 1200), [(320, 240), (640, 480), (1280, 960)]),
        (ImageFormat::Png, (400, 300), [(320, 240), (400, 300), (400, 300)]),
        (ImageFormat::Gif, (200, 150), [(200, 150); 3]),
        (ImageFormat::WebP, (640, 320), [(320, 160), (640, 320), (640, 320)]),
    ] {
        let picture = shop.upload(&encoded(&two_colours(source.0, source.1), format)).await.unwrap();
        assert_eq!((picture.width, picture.height), stored_sizes[2], "{format:?}");
        let hash = picture.url.strip_prefix("/media/").unwrap().strip_suffix("/640.webp").unwrap();
        for (name, (width, height)) in ["320", "640", "1280"].into_iter().zip(stored_sizes) {
            let file = fs::read(shop.media.path().join(hash).join(format!("{name}.webp"))).unwrap();
            let decoded = image::load_from_memory_with_format(&file, ImageFormat::WebP).unwrap();
            assert_eq!((decoded.width() as i32, decoded.height() as i32), (width, height));
        }
    }
}

#[sqlx::test(migrator = "catalog::MIGRATOR")]
async fn equal_pictures_are_stored_once(pool: PgPool) {
    let shop = TestShop::start(pool.clone()).await;
    let png = encoded(&two_colours(900, 900), ImageFormat::Png);
    let (first, second) = tokio::join!(shop.upload(&png), shop.upload(&png));
    assert_eq!(first.unwrap().url, second.unwrap().url);
    assert_eq!(shop.stored_files().len(), 3);

    let other = shop.upload(&encoded(&two_colours(900, 902), ImageFormat::Png)).await.unwrap();
    assert_ne!(other.url, shop.upload(&png).await.unwrap().url);

    let actions: Vec<_> = changes(&pool).await.into_iter().map(|(account, action, _)| (account, action)).collect();
    assert_eq!(actions, [(100, "picture_uploaded".to_owned()), (100, "picture_uploaded".to_owned())]);
}

#[sqlx::test(migrator = "catalog::MIGRATOR")]
async fn small_pictures_are_not_enlarged_and_tall_ones_are_scaled_down(pool: PgPool) {
    let shop = TestShop::start(pool).await;
    let small = shop.upload(&encoded(&two_colours(200, 100), ImageFormat::Png)).await.unwrap();
    assert_eq!((small.width, small.height, shop.stored_files().len()), (200, 100, 3));
    let tall = shop.upload(&encoded(&two_colours(40, 20_000), ImageFormat::Png)).await.unwrap();
    assert_eq!((tall.width, tall.height), (5, 2560), "at most 2560 pixels high");
}

#[sqlx::test(migrator = "catalog::MIGRATOR")]
async fn pictures_are_rotated_and_their_location_removed(pool: PgPool) {
    let shop = TestShop::start(pool).await;
    // Orientation 6: rotate by 90° to the right.
    let jpeg = with_exif(&encoded(&two_colours(400, 200), ImageFormat::Jpeg), 6);
    assert!(contains(&jpeg, b"40.37N"));
    let picture = shop.upload(&jpeg).await.unwrap();
    assert_eq!((picture.width, picture.height), (200, 400));
    for (name, file) in shop.stored_files() {
        for metadata in [&b"Exif"[..], b"EXIF", b"40.37N"] {
            assert!(!contains(&file, metadata), "{name}");
        }
        let decoded = image::load_from_memory(&file).unwrap().into_rgb8();
        let (left, right) = (decoded.get_pixel(10, 200), decoded.get_pixel(190, 200));
        assert!(left[2] > 150, "the bottom (blue) is on the left: {left:?}");
        assert!(right[0] > 150, "the top (red) is on the right: {right:?}");
    }
}

#[sqlx::test(migrator = "catalog::MIGRATOR")]
async fn transparency_is_kept(pool: PgPool) {
    let shop = TestShop::start(pool).await;
    let glass = RgbaImage::from_fn(700, 700, |x, _| Rgba([200, 10, 10, if x < 350 { 0 } else { 255 }]));
    shop.upload(&encoded(&glass.into(), ImageFormat::Png)).await.unwrap();
    for (name, file) in shop.stored_files() {
        let decoded = image::load_from_memory(&file).unwrap().into_rgba8();
        let (left, right) = (decoded.get_pixel(5, 5), decoded.get_pixel(decoded.width() - 5, 5));
        assert_eq!((left[3], right[3]), (0, 255), "{name}: {left:?} {right:?}");
        assert!(right[0] > 150, "{name}: {right:?}");
    }
}

#[sqlx::test(migrator = "catalog::MIGRATOR")]
async fn hostile_uploads_are_refused_and_leave_no_files(pool: PgPool) {
    let shop = TestShop::start(pool.clone()).await;
    let (png, jpeg) =
        (encoded(&two_colours(600, 600), ImageFormat::Png), encoded(&two_colours(600, 600), ImageFormat::Jpeg));
    let (gif, webp) =
        (encoded(&two_colours(200, 200), ImageFormat::Gif), encoded(&two_colours(200, 200), ImageFormat::WebP));
    // The first half has only the end mark (ff d9) of the preview.
    let preview = with_exif(&[&jpeg[..2], &[0xff, 0xe1, 0, 6, 0xff, 0xd9, 0, 0], &jpeg[2..]].concat(), 1);
    let half = |file: &[u8]| file[..file.len() / 2].to_vec();
    let svg = "<svg xmlns='http://www.w3.org/2000/svg' onload='alert(1)'><script>alert(1)</script></svg>";
    let mut flipped = png.clone();
    let middle = flipped.len() / 2;
    flipped[middle] ^= 0xff;

    for (description, file, expected) in [
        ("nothing", Vec::new(), "required"),
        ("a bomb", png_claiming_size(50_000, 50_000), "picture_too_big"),
        ("a bomb that would overflow", png_claiming_size(0x7fff_ffff, 0x7fff_ffff), "picture_too_big"),
        ("a little over the limit", png_claiming_size(50_000, 1_001), "picture_too_big"),
        ("a script", svg.as_bytes().to_vec(), "unsupported_picture"),
        ("a script behind a mark", format!("\u{feff}<?xml version='1.0'?>{svg}").into_bytes(), "unsupported_picture"),
        ("text named .png", b"just some words".to_vec(), "unsupported_picture"),
        ("a page", b"<!doctype html><script>alert(1)</script>".to_vec(), "unsupported_picture"),
        ("an archive", b"PK\x03\x04rest".to_vec(), "unsupported_picture"),
        ("a png without its mark", png[1..].to_vec(), "unsupported_picture"),
        ("only the beginning", png[..8].to_vec(), "broken_picture"),
        ("half a png", half(&png), "broken_picture"),
        ("half a jpeg", half(&jpeg), "broken_picture"),
        ("half a jpeg with a whole preview", half(&preview), "broken_picture"),
        ("half a gif", half(&gif), "broken_picture"),
        ("half a webp", half(&webp), "broken_picture"),
        ("a png with a wrong sum", flipped, "broken_picture"),
        ("twenty megabytes", [png.clone(), vec![0; 20 << 20]].concat(), "too_large"),
    ] {
        assert_eq!(
            refusal(shop.upload(&file).await),
            format!("validation_failed picture: {expected}"),
            "{description}"
        );
        assert!(shop.stored_files().is_empty(), "{description} left files behind");
    }

    let rows: i64 = sqlx::query_scalar("select (select count(*) from picture) + (select count(*) from audit)")
        .fetch_one(&pool)
        .await
        .unwrap();
    assert_eq!(rows, 0);
}

/// Data appended to or embedded in a picture is dropped.
#[sqlx::test(migrator = "catalog::MIGRATOR")]
async fn only_pixels_of_an_upload_are_stored(pool: PgPool) {
    let shop = TestShop::start(pool).await;
    let payload = b"PK\x03\x04<script>alert(document.cookie)</script>";
    let png = encoded(&two_colours(600, 600), ImageFormat::Png);
    // A text chunk. It follows the header, which ends at byte 33 of a PNG.
    let comment = {
        let mut chunk = b"tEXtComment\0".to_vec();
        chunk.extend(payload);
        let checksum = crc(&chunk).to_be_bytes();
        [&(chunk.len() as u32 - 4).to_be_bytes(), &chunk[..], &checksum].concat()
    };

    let plain = shop.upload(&png).await.unwrap();
    for polyglot in [[&png[..], payload].concat(), [&png[..33], &comment, &png[33..]].concat()] {
        assert_eq!(shop.upload(&polyglot).await.unwrap(), plain, "equal pixels give the same picture");
    }

    let gif = [&encoded(&two_colours(200, 200), ImageFormat::Gif)[..], payload].concat();
    shop.upload(&gif).await.unwrap();
    for (name, file) in shop.stored_files() {
        assert!(!contains(&file, b"script"), "{name}");
        assert!(!contains(&file, b"PK\x03\x04"), "{name}");
        assert!(file.starts_with(b"RIFF"), "{name}");
    }
}

#[sqlx::test(migrator = "catalog::MIGRATOR")]
async fn product_shows_its_pictures_in_order(pool: PgPool) {
    let shop = TestShop::start_with(pool.clone(), [product("a", &json!({}))]).await;
    let a = shop.id_of("a").await;
    let red = shop.upload(&encoded(&two_colours(50, 50), ImageFormat::Png)).await.unwrap().url;
    let blue = shop.upload(&encoded(&two_colours(60, 50), ImageFormat::Png)).await.unwrap().url;

    shop.set_pictures(a, &[&red, &blue]).await.unwrap();
    shop.set_pictures(a, &[&blue, &red]).await.unwrap();
    shop.set_pictures(a, &[&blue, &red]).await.unwrap();
    assert_eq!(shop.page_of("a").await.unwrap().images, [blue.clone(), red.clone()]);
    assert_eq!(shop.product_changed_count().await, 3, "once for the import, once per change");

    let puts: Vec<_> = entries(&pool).await.into_iter().filter(|entry| entry.action == "pictures_put").collect();
    assert!(puts.iter().all(|entry| (entry.account_id, &*entry.subject) == (100, &*a.to_string())));
    let fields: Vec<_> = puts.into_iter().map(|entry| (entry.before.unwrap(), entry.after.unwrap())).collect();
    let pictures = |urls: &[&String]| json!({"pictures": urls});
    assert_eq!(
        fields,
        [(pictures(&[]), pictures(&[&red, &blue])), (pictures(&[&red, &blue]), pictures(&[&blue, &red]))]
    );

    let elsewhere = ["/media/none/640.webp", "https://elsewhere.example/a.png", red.as_str(), red.as_str()];
    let expected = "validation_failed urls[0]: unknown_picture, urls[1]: unknown_picture, urls[3]: duplicate";
    assert_eq!(refusal(shop.set_pictures(a, &elsewhere).await), expected);
    // A product has at most 12 pictures.
    assert_eq!(refusal(shop.set_pictures(a, &[red.as_str(); 13]).await), "validation_failed urls: too_many");
    assert_eq!(refusal(shop.set_pictures(a + 1, &[]).await), "product_not_found");

    shop.set_pictures(a, &[]).await.unwrap();
    assert!(shop.page_of("a").await.unwrap().images.is_empty());
}

#[sqlx::test(migrator = "catalog::MIGRATOR")]
async fn only_operators_set_pictures(pool: PgPool) {
    let shop = TestShop::start(pool).await;
    let pieces = || tokio_stream::iter([UploadRequest { piece: encoded(&two_colours(9, 9), ImageFormat::Png) }]);
    let put = PutPicturesRequest { product_id: 1, urls: vec![] };

    assert_eq!(refusal(shop.pictures().upload(pieces()).await), "unauthenticated");
    assert_eq!(refusal(shop.pictures().upload(shop.signed(Customer(1), pieces())).await), "forbidden");
    assert_eq!(refusal(shop.pictures().put(put.clone()).await), "unauthenticated");
    assert_eq!(refusal(shop.pictures().put(shop.signed(Customer(1), put)).await), "forbidden");
    assert!(shop.stored_files().is_empty());
}

#[sqlx::test(migrator = "catalog::MIGRATOR")]
async fn shoppers_upload_at_most_30_pictures_per_day(pool: PgPool) {
    let shop = TestShop::start(pool.clone()).await;
    let jpeg = encoded(&two_colours(400, 300), ImageFormat::Jpeg);
    let own = shop.upload_own(Customer(1), &with_exif(&jpeg, 6)).await.unwrap();
    assert!(own.url.starts_with("/media/") && own.url.ends_with("/640.webp"));
    assert!(shop.stored_files().iter().all(|(_, file)| !contains(file, b"40.37N")), "the location must be removed");
    assert_eq!(
        refusal(shop.upload_own(Customer(1), b"<script>").await),
        "validation_failed picture: unsupported_picture"
    );
    let guest = tokio_stream::iter(vec![UploadRequest { piece: jpeg.clone() }]);
    assert_eq!(refusal(shop.pictures().upload_own(guest).await), "unauthenticated");

    // Files that are not pictures count as well.
    for _ in 2..30 {
        shop.upload_own(Customer(1), &jpeg).await.unwrap();
    }
    assert_eq!(refusal(shop.upload_own(Customer(1), &jpeg).await), "too_many_requests");
    shop.upload_own(Customer(2), &jpeg).await.unwrap();

    shop.clock.advance(chrono::TimeDelta::days(1) + chrono::TimeDelta::seconds(1));
    shop.upload_own(Customer(1), &jpeg).await.unwrap();
    let at_once = futures::future::join_all((0..40).map(|_| shop.upload_own(Customer(3), &jpeg))).await;
    assert_eq!(at_once.iter().filter(|uploaded| uploaded.is_ok()).count(), 30, "also for concurrent uploads");
    assert_eq!(
        refusal(shop.pictures().upload(shop.signed(Customer(1), tokio_stream::iter(vec![]))).await),
        "forbidden"
    );
}
