//! Encrypts a push (RFC 8291, with `aes128gcm` of RFC 8188), so that the push service cannot read it.

use aes_gcm::{Aes128Gcm, KeyInit as _, aead::Aead as _};
use anyhow::Context as _;
use hkdf::Hkdf;
use p256::{PublicKey, SecretKey, ecdh::diffie_hellman, elliptic_curve::sec1::ToEncodedPoint as _};
use rand::{CryptoRng, RngCore};
use sha2::Sha256;

use super::Subscription;

const SALT_LENGTH: usize = 16;
/// In bytes; push services accept no longer body.
const RECORD_SIZE: u32 = 4_096;
const MAX_PLAIN_TEXT: usize = 3_000;
const LAST_RECORD_DELIMITER: u8 = 2;

pub fn encrypt(
    subscription: &Subscription,
    text: &[u8],
    rng: &mut (impl RngCore + CryptoRng),
) -> anyhow::Result<Vec<u8>> {
    let mut salt = [0; SALT_LENGTH];
    rng.fill_bytes(&mut salt);
    encrypt_with(subscription, text, &SecretKey::random(rng), salt)
}

/// The test passes the key and salt of the RFC's example.
fn encrypt_with(
    Subscription { public_key, auth, .. }: &Subscription,
    text: &[u8],
    ours: &SecretKey,
    salt: [u8; SALT_LENGTH],
) -> anyhow::Result<Vec<u8>> {
    anyhow::ensure!(text.len() <= MAX_PLAIN_TEXT, "the push is too long");
    let our_point = point(&ours.public_key());

    let shared = diffie_hellman(ours.to_nonzero_scalar(), public_key.as_affine());
    let info = [b"WebPush: info\0".as_slice(), &point(public_key), &our_point].concat();
    let key_material: [u8; 32] = derive(auth, shared.raw_secret_bytes(), &info)?;
    let key: [u8; 16] = derive(&salt, &key_material, b"Content-Encoding: aes128gcm\0")?;
    let nonce: [u8; 12] = derive(&salt, &key_material, b"Content-Encoding: nonce\0")?;

    let record = [text, &[LAST_RECORD_DELIMITER]].concat();
    let cipher = Aes128Gcm::new(&key.into());
    let sealed = cipher.encrypt(&nonce.into(), record.as_slice()).ok().context("the push cannot be encrypted")?;

    // The header: salt, record size, length of our public key, our public key.
    let length = u8::try_from(our_point.len())?;
    Ok([salt.as_slice(), &RECORD_SIZE.to_be_bytes(), &[length], &our_point, &sealed].concat())
}

fn derive<const N: usize>(salt: &[u8], input: &[u8], info: &[u8]) -> anyhow::Result<[u8; N]> {
    let mut output = [0; N];
    Hkdf::<Sha256>::new(Some(salt), input).expand(info, &mut output).ok().context("a key cannot be derived")?;
    Ok(output)
}

/// Uncompressed, as in the RFC.
fn point(key: &PublicKey) -> Vec<u8> {
    key.to_encoded_point(false).as_bytes().to_vec()
}

#[cfg(test)]
mod tests {
    use base64::{Engine as _, engine::general_purpose::URL_SAFE_NO_PAD};

    use super::*;

    /// Section 5 and appendix A.
    #[test]
    fn encryption_matches_the_example_of_rfc_8291() {
        let bytes = |text: &str| URL_SAFE_NO_PAD.decode(text).unwrap();
        let subscription = Subscription {
            endpoint: "https://push.example.net/push/JzLQ3raZJfFBR0aqvOMsLrt54w4rJUsV".parse().unwrap(),
            public_key: PublicKey::from_sec1_bytes(&bytes(
                "BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4",
            ))
            .unwrap(),
            auth: bytes("BTBZMqHH6r4Tts7J_aSIgg").try_into().unwrap(),
        };
        let ours = SecretKey::from_slice(&bytes("yfWPiYE-n46HLnH0KqZOF1fJJU3MYrct3AELtAQ-oRw")).unwrap();
        let salt = bytes("DGv6ra1nlYgDCS1FRnbzlw").try_into().unwrap();
        let body = encrypt_with(&subscription, b"When I grow up, I want to be a watermelon", &ours, salt).unwrap();
        let expected = "DGv6ra1nlYgDCS1FRnbzlwAAEABBBP4z9KsN6nGRTbVYI_c7VJSPQTBtkgcy27mlmlMoZIIgDll6e3vCYLocInmYWAmS6Tlz\
                        AC8wEqKK6PBru3jl7A_yl95bQpu6cVPTpK4Mqgkf1CXztLVBSt2Ks3oZwbuwXPXLWyouBWLVWGNWQexSgSxsj_Qulcy4a-fN";
        assert_eq!(URL_SAFE_NO_PAD.encode(body), expected);
    }
}
