//! Callbacks of ePoint.

use super::*;

const PRIVATE_KEY: &str = "sandbox_private_key_0000000001";

fn bank() -> Epoint {
    Epoint::new("http://nowhere.invalid/api/1/", "i000000001", PRIVATE_KEY)
}

fn callback_body(payload: &Value) -> Vec<u8> {
    let data = STANDARD.encode(payload.to_string());
    let signature = Signer::new(PRIVATE_KEY).sign(&data);
    let mut form = form_urlencoded::Serializer::new(String::new());
    form.append_pair("data", &data).append_pair("signature", &signature).finish().into_bytes()
}

#[test]
fn a_signed_callback_contains_the_payments_status() {
    for (status, other_fields, expected_status) in [
        ("success", json!({ "amount": "30.75", "code": "000" }), Some(BankStatus::Paid { amount: 3_075 })),
        ("success", json!({ "amount": 30.75 }), Some(BankStatus::Paid { amount: 3_075 })),
        ("success", json!({}), None),
        ("failed", json!({ "code": "116" }), Some(BankStatus::Failed { code: "116".to_owned() })),
        ("error", json!({ "code": 101 }), Some(BankStatus::Failed { code: "101".to_owned() })),
        ("returned", json!({ "amount": 30.75 }), Some(BankStatus::Returned { amount: Some(3_075) })),
        ("new", json!({}), Some(BankStatus::Pending)),
        // The payment may still succeed.
        ("server_error", json!({}), Some(BankStatus::Pending)),
        ("unknown_status", json!({}), None),
    ] {
        let mut payload = other_fields;
        payload["status"] = json!(status);
        payload["transaction"] = json!("te0000000001");
        payload["order_id"] = json!("SQ-7K4M-29/1");
        let expected = Callback {
            transaction: "te0000000001".to_owned(),
            reference: Some("SQ-7K4M-29/1".to_owned()),
            status: expected_status,
        };
        assert_eq!(bank().read_callback(&callback_body(&payload)), Ok(expected), "{payload}");
    }
}

#[test]
fn a_callback_without_the_banks_signature_is_refused() {
    let payload = json!({ "status": "success", "transaction": "te0000000001", "amount": "30.75" });
    let genuine = callback_body(&payload);
    assert!(bank().read_callback(&genuine).is_ok());
    let other_shop = Epoint::new("http://nowhere.invalid", "i000000001", "the key of another shop");
    assert_eq!(other_shop.read_callback(&genuine), Err(Untrusted));
    let mut tampered = genuine.clone();
    // Byte 10 is within the signed `data`.
    tampered[10] ^= 1;
    assert_eq!(bank().read_callback(&tampered), Err(Untrusted));
    let unsigned = String::from_utf8(genuine).unwrap().split("&signature").next().unwrap().to_owned();
    let too_long = vec![b'd'; MAX_CALLBACK_LENGTH + 1];
    for body in [unsigned.as_bytes(), b"", b"\xff\xfe", b"data=&signature=", &too_long] {
        assert_eq!(bank().read_callback(body), Err(Untrusted));
    }
}

#[test]
fn a_signed_callback_without_a_transaction_is_refused() {
    assert_eq!(bank().read_callback(&callback_body(&json!({ "status": "success" }))), Err(Untrusted));
}
