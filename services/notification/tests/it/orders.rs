//! Notifications about orders, expiring bonuses and cash-outs.

use std::fmt::Write as _;

use proto::{
    auth::AccountErased,
    order::{BonusesExpiring, CashoutEnded, OrderMoved, OrderPaid},
};
use sqlx::PgPool;

use crate::test_service::TestService;

const AYGUN: i64 = 7;
const RASHAD: i64 = 8;
const ORDER: &str = "SQ-7K4M-29";
const STATUSES: [&str; 9] = [
    "waiting",
    "confirmed",
    "searching_courier",
    "courier_appointed",
    "handed_to_courier",
    "on_the_way",
    "delivered",
    "cancelled",
    "returned",
];
const COUNT_OF_NOTIFYING_STATUSES: usize = 5;
/// Statuses of a payment that raise a notification.
const PAYMENTS: [&str; 4] = ["paid", "failed", "partly_refunded", "refunded"];

fn moved(status: &str) -> OrderMoved {
    OrderMoved { order: ORDER.to_owned(), account_id: AYGUN, status: status.to_owned(), awaits_payment: false }
}

fn paid(payment_status: &str) -> OrderPaid {
    let payment_status = payment_status.to_owned();
    OrderPaid { order: ORDER.to_owned(), account_id: AYGUN, payment_status, method: "card".to_owned() }
}

async fn publish_all(service: &TestService) {
    for status in STATUSES {
        service.publish(&moved(status)).await;
    }
    for status in PAYMENTS {
        service.publish(&paid(status)).await;
    }
}

/// The notifications of [`AYGUN`], oldest first.
async fn texts(service: &TestService, language: &'static str) -> String {
    service.wait_for_feed().await;
    let mut texts = String::new();
    for notification in service.list(AYGUN, language).await.iter().rev() {
        let _ = writeln!(texts, "{}: {}\n  {}", notification.kind, notification.title, notification.text);
    }
    texts
}

#[sqlx::test(migrator = "notification::MIGRATOR")]
async fn notifications_are_in_the_readers_language(pool: PgPool) {
    let service = TestService::open(pool).await;
    publish_all(&service).await;
    insta::assert_snapshot!(texts(&service, "az").await, @r"
    order_placed: Sifarişiniz qəbul olundu
      SQ-7K4M-29 nömrəli sifarişiniz qeydə alındı. Kuryer yola çıxanda xəbər verəcəyik.
    order_on_the_way: Kuryer yoldadır
      SQ-7K4M-29 nömrəli sifarişiniz yoldadır. Gəlişini canlı izləyə bilərsiniz.
    order_delivered: Sifarişiniz çatdırıldı
      SQ-7K4M-29 nömrəli sifarişiniz çatdırıldı. Sevinciniz bol olsun! Rəyinizi yazsanız, şad olarıq.
    order_cancelled: Sifarişiniz ləğv edildi
      SQ-7K4M-29 nömrəli sifarişiniz ləğv edildi. Ödəniş etmisinizsə, pulunuz özü geri qayıdacaq.
    order_returned: Sifarişiniz geri qaytarıldı
      SQ-7K4M-29 nömrəli sifarişiniz geri qaytarıldı. Təfərrüatlar sifarişin səhifəsindədir.
    payment_received: Ödənişiniz qəbul olundu
      SQ-7K4M-29 nömrəli sifarişiniz ödənildi. Təşəkkür edirik! Kuryer yola çıxanda xəbər verəcəyik.
    payment_failed: Ödəniş alınmadı
      SQ-7K4M-29 nömrəli sifarişiniz hələ ödənilməyib. Yenidən cəhd edin və ya başqa ödəniş üsulu seçin.
    payment_partly_refunded: Pulunuzun bir hissəsi qaytarıldı
      SQ-7K4M-29 nömrəli sifarişiniz üçün ödədiyiniz məbləğin bir hissəsi qaytarıldı. Karta bir neçə günə düşə bilər.
    payment_refunded: Pulunuz qaytarıldı
      SQ-7K4M-29 nömrəli sifarişiniz üçün ödədiyiniz məbləğ tam qaytarıldı. Karta bir neçə günə düşə bilər.
    ");
    insta::assert_snapshot!(texts(&service, "ru").await, @r"
    order_placed: Заказ принят
      Заказ SQ-7K4M-29 оформлен. Сообщим, когда курьер будет в пути.
    order_on_the_way: Курьер в пути
      Заказ SQ-7K4M-29 уже едет. За ним можно следить в реальном времени.
    order_delivered: Заказ доставлен
      Заказ SQ-7K4M-29 доставлен. Пусть подарок порадует! Будем рады вашему отзыву.
    order_cancelled: Заказ отменён
      Заказ SQ-7K4M-29 отменён. Если вы его оплатили, деньги вернутся сами.
    order_returned: Заказ возвращён
      Заказ SQ-7K4M-29 возвращён. Подробности — на странице заказа.
    payment_received: Оплата получена
      Заказ SQ-7K4M-29 оплачен. Спасибо! Сообщим, когда курьер будет в пути.
    payment_failed: Оплата не прошла
      Заказ SQ-7K4M-29 пока не оплачен. Попробуйте ещё раз или выберите другой способ оплаты.
    payment_partly_refunded: Часть денег возвращена
      Заказ SQ-7K4M-29: мы вернули часть оплаты. На карту деньги могут идти несколько дней.
    payment_refunded: Деньги возвращены
      Заказ SQ-7K4M-29: мы вернули всю оплату. На карту деньги могут идти несколько дней.
    ");
    insta::assert_snapshot!(texts(&service, "en").await, @r"
    order_placed: We have your order
      Order SQ-7K4M-29 is in. We will tell you when the courier is on the way.
    order_on_the_way: The courier is on the way
      Order SQ-7K4M-29 is on its way. You can watch it come.
    order_delivered: Your order was delivered
      Order SQ-7K4M-29 was delivered. May it bring joy! We would love to read your review.
    order_cancelled: Your order was cancelled
      Order SQ-7K4M-29 was cancelled. If you paid for it, the money goes back by itself.
    order_returned: Your order was returned
      Order SQ-7K4M-29 was returned. You will find the details on its page.
    payment_received: Payment received
      Order SQ-7K4M-29 is paid. Thank you! We will tell you when the courier is on the way.
    payment_failed: The payment did not go through
      Order SQ-7K4M-29 is not paid yet. Try again or choose another way to pay.
    payment_partly_refunded: Part of your money is back
      Order SQ-7K4M-29: part of what you paid was given back. A card may take a few days to show it.
    payment_refunded: Your money is back
      Order SQ-7K4M-29: all that you paid was given back. A card may take a few days to show it.
    ");
}

#[sqlx::test(migrator = "notification::MIGRATOR")]
async fn notifications_lead_to_the_order_and_are_for_its_account_only(pool: PgPool) {
    let service = TestService::open(pool).await;
    publish_all(&service).await;
    service.wait_for_feed().await;
    let notifications = service.list(AYGUN, "en").await;
    assert_eq!(notifications.len(), COUNT_OF_NOTIFYING_STATUSES + PAYMENTS.len());
    for shown in &notifications {
        assert_eq!(shown.link.as_deref(), Some("/profil/sifaris-tarixcesi/SQ-7K4M-29"), "{shown:?}");
    }
    assert!(service.list(RASHAD, "en").await.is_empty(), "another account was notified");
}

#[sqlx::test(migrator = "notification::MIGRATOR")]
async fn order_steps_notify_once_with_three_consumers(pool: PgPool) {
    let service = TestService::open(pool).await;
    let (second, third) = (service.consume_feeds(), service.consume_feeds());
    for (index, status) in STATUSES.into_iter().enumerate() {
        service.publish(&moved(status)).await;
        // Two of the three consumers crash while events arrive.
        match index {
            2 => second.abort(),
            5 => third.abort(),
            _ => {}
        }
    }
    service.wait_for_feed().await;
    assert_eq!(service.count(AYGUN, None).await, COUNT_OF_NOTIFYING_STATUSES as i64);
}

/// From the confirmation to the delivery.
async fn carry_out(service: &TestService) {
    for status in &STATUSES[1..7] {
        service.publish(&moved(status)).await;
    }
}

async fn kinds(service: &TestService) -> Vec<String> {
    service.wait_for_feed().await;
    service.list(AYGUN, "az").await.into_iter().rev().map(|shown| shown.kind).collect()
}

#[sqlx::test(migrator = "notification::MIGRATOR")]
async fn an_order_paid_by_card_raises_three_notifications(pool: PgPool) {
    let service = TestService::open(pool).await;
    service.publish(&OrderMoved { awaits_payment: true, ..moved("waiting") }).await;
    service.publish(&paid("paid")).await;
    carry_out(&service).await;
    assert_eq!(kinds(&service).await, ["payment_received", "order_on_the_way", "order_delivered"]);
}

#[sqlx::test(migrator = "notification::MIGRATOR")]
async fn an_order_paid_in_cash_raises_three_notifications(pool: PgPool) {
    let service = TestService::open(pool).await;
    service.publish(&moved("waiting")).await;
    carry_out(&service).await;
    service.publish(&OrderPaid { method: "cash".to_owned(), ..paid("paid") }).await;
    assert_eq!(kinds(&service).await, ["order_placed", "order_on_the_way", "order_delivered"]);
}

#[sqlx::test(migrator = "notification::MIGRATOR")]
async fn events_without_a_notification_are_ignored(pool: PgPool) {
    let service = TestService::open(pool).await;
    for status in ["unpaid", "pending", "unknown"] {
        service.publish(&paid(status)).await;
        service.publish(&moved(status)).await;
    }
    service.wait_for_feed().await;
    assert_eq!(service.count(AYGUN, None).await, 0);
}

#[sqlx::test(migrator = "notification::MIGRATOR")]
async fn erased_account_gets_no_notifications(pool: PgPool) {
    let service = TestService::open(pool.clone()).await;
    service.publish(&moved("waiting")).await;
    service.wait_for_feed().await;
    service.publish(&AccountErased { account_id: AYGUN }).await;
    service.wait_for_feed().await;
    service.publish(&moved("confirmed")).await;
    service.publish(&paid("paid")).await;
    service.wait_for_feed().await;
    let remaining: i64 = sqlx::query_scalar("select count(*) from notification").fetch_one(&pool).await.unwrap();
    assert_eq!(remaining, 0);
}

#[sqlx::test(migrator = "notification::MIGRATOR")]
async fn expiring_bonuses_notification_names_the_last_day(pool: PgPool) {
    let service = TestService::open(pool).await;
    // 20:00 UTC is midnight in Baku, so the 9th is the last day.
    let expires_at = Some(proto::json::to_timestamp("2027-12-09T20:00:00Z".parse().unwrap()));
    service.publish(&BonusesExpiring { account_id: AYGUN, amount: 1_250, expires_at }).await;
    let mut all = String::new();
    for language in ["az", "ru", "en"] {
        all += &texts(&service, language).await;
    }
    insta::assert_snapshot!(all, @r"
    bonuses_expiring: Bonuslarınızın vaxtı bitir
      1250 bonusun müddəti bitir: son gün 9 dekabr.
    bonuses_expiring: Скоро сгорят бонусы
      Сгорят бонусы: 1250. Последний день, чтобы их потратить, — 9 декабря.
    bonuses_expiring: Your bonuses expire soon
      Bonuses about to expire: 1250. The last day to spend them is December 9.
    ");
}

#[sqlx::test(migrator = "notification::MIGRATOR")]
async fn cashout_notification_names_the_card(pool: PgPool) {
    let service = TestService::open(pool).await;
    for status in ["paid", "failed", "declined", "unknown"] {
        let ended = CashoutEnded {
            account_id: AYGUN,
            cashout: "CO-7K4M29XWQA".to_owned(),
            status: status.to_owned(),
            amount: 5_000,
            card: "4169 •••• •••• 5670".to_owned(),
        };
        service.publish(&ended).await;
    }
    service.wait_for_feed().await;
    let mut all = String::new();
    for language in ["az", "ru", "en"] {
        all += &texts(&service, language).await.replace('\u{a0}', " ");
    }
    insta::assert_snapshot!(all, @r"
    cashout_paid: Qazancınız ödənildi
      4169 •••• •••• 5670 kartına 50,00 ₼ göndərdik.
    cashout_failed: Qazancınız karta köçürülmədi
      Bank 4169 •••• •••• 5670 kartına köçürməni aparmadı. 50,00 ₼ qazanc balansınıza qaytarıldı.
    cashout_declined: Çıxarış sorğunuz qəbul edilmədi
      50,00 ₼ qazanc balansınıza qaytarıldı. Səbəbi qazanc səhifənizdə yazmışıq.
    cashout_paid: Заработок выплачен
      Мы отправили 50,00 ₼ на карту 4169 •••• •••• 5670.
    cashout_failed: Выплата на карту не прошла
      Банк не выполнил перевод на карту 4169 •••• •••• 5670. 50,00 ₼ вернулись на баланс заработка.
    cashout_declined: Запрос на выплату отклонён
      50,00 ₼ вернулись на баланс заработка. Причина указана на странице заработка.
    cashout_paid: Your earnings were paid out
      We sent 50.00 ₼ to the card 4169 •••• •••• 5670.
    cashout_failed: The payment to your card failed
      The bank did not make the transfer to the card 4169 •••• •••• 5670. 50.00 ₼ is back in your earnings.
    cashout_declined: Your cash-out was declined
      50.00 ₼ is back in your earnings. You will find the reason on your earnings page.
    ");
}
