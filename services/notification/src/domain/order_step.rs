//! The steps of an order that raise a notification.

use kit::Language;
use serde::{Deserialize, Serialize};

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum OrderStep {
    Placed,
    OnTheWay,
    Delivered,
    Cancelled,
    Returned,
    Paid,
    PaymentFailed,
    Refunded,
    PartlyRefunded,
}

#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct OrderSubject {
    /// The order's code, as `SQ-7K4M-29`.
    pub order: String,
}

impl OrderSubject {
    pub fn link(&self) -> String {
        format!("/profil/sifaris-tarixcesi/{}", self.order)
    }
}

impl OrderStep {
    pub const ALL: [Self; 9] = [
        Self::Placed,
        Self::OnTheWay,
        Self::Delivered,
        Self::Cancelled,
        Self::Returned,
        Self::Paid,
        Self::PaymentFailed,
        Self::Refunded,
        Self::PartlyRefunded,
    ];

    /// Takes a status of the delivery. Returns `None` for statuses that raise no notification.
    pub fn from_status(status: &str) -> Option<Self> {
        Some(match status {
            "waiting" => Self::Placed,
            "on_the_way" => Self::OnTheWay,
            "delivered" => Self::Delivered,
            "cancelled" => Self::Cancelled,
            "returned" => Self::Returned,
            _ => return None,
        })
    }

    /// Returns `None` for a pending payment.
    pub fn from_payment_status(status: &str) -> Option<Self> {
        Some(match status {
            "paid" => Self::Paid,
            "failed" => Self::PaymentFailed,
            "refunded" => Self::Refunded,
            "partly_refunded" => Self::PartlyRefunded,
            _ => return None,
        })
    }

    pub fn from_key(key: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|step| step.key() == key)
    }

    pub fn key(self) -> &'static str {
        match self {
            Self::Placed => "order_placed",
            Self::OnTheWay => "order_on_the_way",
            Self::Delivered => "order_delivered",
            Self::Cancelled => "order_cancelled",
            Self::Returned => "order_returned",
            Self::Paid => "payment_received",
            Self::PaymentFailed => "payment_failed",
            Self::Refunded => "payment_refunded",
            Self::PartlyRefunded => "payment_partly_refunded",
        }
    }

    pub fn title(self, language: Language) -> &'static str {
        let (title, _) = self.texts(language);
        title
    }

    /// `order` is `None` when the stored subject cannot be read.
    pub fn text(self, order: Option<&OrderSubject>, language: Language) -> String {
        let order_phrase = match (order, language) {
            (Some(OrderSubject { order }), Language::Az) => format!("{order} nömrəli sifarişiniz"),
            (Some(OrderSubject { order }), Language::Ru) => format!("Заказ {order}"),
            (Some(OrderSubject { order }), Language::En) => format!("Order {order}"),
            (None, Language::Az) => "Sifarişiniz".to_owned(),
            (None, Language::Ru) => "Ваш заказ".to_owned(),
            (None, Language::En) => "Your order".to_owned(),
        };
        let (_, rest) = self.texts(language);
        order_phrase + rest
    }

    /// Returns the title, and the text after the order's code.
    fn texts(self, language: Language) -> (&'static str, &'static str) {
        match language {
            Language::Az => self.in_azerbaijani(),
            Language::Ru => self.in_russian(),
            Language::En => self.in_english(),
        }
    }

    fn in_azerbaijani(self) -> (&'static str, &'static str) {
        match self {
            Self::Placed => ("Sifarişiniz qəbul olundu", " qeydə alındı. Kuryer yola çıxanda xəbər verəcəyik."),
            Self::OnTheWay => ("Kuryer yoldadır", " yoldadır. Gəlişini canlı izləyə bilərsiniz."),
            Self::Delivered => {
                ("Sifarişiniz çatdırıldı", " çatdırıldı. Sevinciniz bol olsun! Rəyinizi yazsanız, şad olarıq.")
            }
            Self::Cancelled => {
                ("Sifarişiniz ləğv edildi", " ləğv edildi. Ödəniş etmisinizsə, pulunuz özü geri qayıdacaq.")
            }
            Self::Returned => {
                ("Sifarişiniz geri qaytarıldı", " geri qaytarıldı. Təfərrüatlar sifarişin səhifəsindədir.")
            }
            Self::Paid => {
                ("Ödənişiniz qəbul olundu", " ödənildi. Təşəkkür edirik! Kuryer yola çıxanda xəbər verəcəyik.")
            }
            Self::PaymentFailed => {
                ("Ödəniş alınmadı", " hələ ödənilməyib. Yenidən cəhd edin və ya başqa ödəniş üsulu seçin.")
            }
            Self::Refunded => {
                ("Pulunuz qaytarıldı", " üçün ödədiyiniz məbləğ tam qaytarıldı. Karta bir neçə günə düşə bilər.")
            }
            Self::PartlyRefunded => (
                "Pulunuzun bir hissəsi qaytarıldı",
                " üçün ödədiyiniz məbləğin bir hissəsi qaytarıldı. Karta bir neçə günə düşə bilər.",
            ),
        }
    }

    fn in_russian(self) -> (&'static str, &'static str) {
        match self {
            Self::Placed => ("Заказ принят", " оформлен. Сообщим, когда курьер будет в пути."),
            Self::OnTheWay => ("Курьер в пути", " уже едет. За ним можно следить в реальном времени."),
            Self::Delivered => ("Заказ доставлен", " доставлен. Пусть подарок порадует! Будем рады вашему отзыву."),
            Self::Cancelled => ("Заказ отменён", " отменён. Если вы его оплатили, деньги вернутся сами."),
            Self::Returned => ("Заказ возвращён", " возвращён. Подробности — на странице заказа."),
            Self::Paid => ("Оплата получена", " оплачен. Спасибо! Сообщим, когда курьер будет в пути."),
            Self::PaymentFailed => {
                ("Оплата не прошла", " пока не оплачен. Попробуйте ещё раз или выберите другой способ оплаты.")
            }
            Self::Refunded => {
                ("Деньги возвращены", ": мы вернули всю оплату. На карту деньги могут идти несколько дней.")
            }
            Self::PartlyRefunded => {
                ("Часть денег возвращена", ": мы вернули часть оплаты. На карту деньги могут идти несколько дней.")
            }
        }
    }

    fn in_english(self) -> (&'static str, &'static str) {
        match self {
            Self::Placed => ("We have your order", " is in. We will tell you when the courier is on the way."),
            Self::OnTheWay => ("The courier is on the way", " is on its way. You can watch it come."),
            Self::Delivered => {
                ("Your order was delivered", " was delivered. May it bring joy! We would love to read your review.")
            }
            Self::Cancelled => {
                ("Your order was cancelled", " was cancelled. If you paid for it, the money goes back by itself.")
            }
            Self::Returned => ("Your order was returned", " was returned. You will find the details on its page."),
            Self::Paid => ("Payment received", " is paid. Thank you! We will tell you when the courier is on the way."),
            Self::PaymentFailed => {
                ("The payment did not go through", " is not paid yet. Try again or choose another way to pay.")
            }
            Self::Refunded => {
                ("Your money is back", ": all that you paid was given back. A card may take a few days to show it.")
            }
            Self::PartlyRefunded => (
                "Part of your money is back",
                ": part of what you paid was given back. A card may take a few days to show it.",
            ),
        }
    }
}
