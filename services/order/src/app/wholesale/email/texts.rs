//! The titles and texts of e-mails, in three languages.

use kit::{Language, number_format::money};

use super::Kind;
use crate::{
    dates::{last_day, moment},
    domain::wholesale::record::Record,
};

/// Unknown parts are empty.
struct Facts {
    code: String,
    total: String,
    valid_until: String,
    pay_until: String,
    invoice: Option<String>,
    received: String,
    due: String,
    order: String,
    customer: String,
    phone: String,
    reason: String,
}

impl Facts {
    fn of(record: &Record, language: Language) -> Self {
        let quote = record.quote.as_ref();
        let order = record.order.as_ref();
        let balance = record.balance();
        let amount = |qepik: Option<i64>| money(qepik.unwrap_or_default(), language);
        let company = record.customer.company.as_ref();
        let invoice = if order.is_some_and(|order| order.is_by_transfer) { record.invoice.as_ref() } else { None };
        Self {
            code: record.code.as_str().to_owned(),
            total: amount(quote.map(|quote| quote.total)),
            valid_until: quote.map(|quote| moment(quote.valid_until)).unwrap_or_default(),
            pay_until: order.and_then(|order| order.pay_until).map(last_day).unwrap_or_default(),
            invoice: invoice.map(|invoice| invoice.number.clone()),
            received: amount(balance.map(|balance| balance.received)),
            due: amount(balance.map(|balance| balance.due)),
            order: order.map(|order| order.code.clone()).unwrap_or_default(),
            customer: company.map_or_else(
                || record.customer.name.clone(),
                |company| format!("{} (VÖEN {})", company.name, company.voen),
            ),
            phone: record.customer.phone_number.clone(),
            reason: record.changes.last().and_then(|change| change.reason.clone()).unwrap_or_default(),
        }
    }
}

pub fn title_and_text(kind: Kind, record: &Record, language: Language) -> (String, String) {
    let facts = Facts::of(record, language);
    match language {
        Language::Az => az(kind, &facts),
        Language::Ru => ru(kind, &facts),
        Language::En => en(kind, &facts),
    }
}

fn with_reason(text: String, label: &str, reason: &str) -> String {
    if reason.is_empty() { text } else { format!("{text}\n\n{label}: {reason}") }
}

fn az(kind: Kind, facts: &Facts) -> (String, String) {
    let Facts { code, total, valid_until, pay_until, received, due, order, customer, phone, .. } = facts;
    let (title, text) = match kind {
        Kind::Received => (
            format!("Topdan sifariş sorğunuzu aldıq: {code}"),
            "Sorğunuz menecerimizdədir. Qiymət təklifini bu ünvana göndərəcəyik; sorğunun gedişini istənilən vaxt aşağıdakı keçiddə görə bilərsiniz.".to_owned(),
        ),
        Kind::Quoted => (
            format!("Qiymət təklifiniz hazırdır: {code}"),
            format!("Təklifin məbləği {total}, {valid_until} tarixinədək qüvvədədir. Qiymətlərə baxın, PDF-i yükləyin və keçiddə qəbul və ya imtina edin."),
        ),
        Kind::ExpiresSoon => (
            format!("Qiymət təklifinin vaxtı bitir: {code}"),
            format!("{total} məbləğində təklif {valid_until} tarixinədək qüvvədədir. Qəbul etmək istəyirsinizsə, vaxtında təsdiqləyin."),
        ),
        Kind::Accepted => (
            format!("Təklif qəbul olundu: sifariş {order}"),
            match &facts.invoice {
                Some(invoice) => format!("Mallar sizin üçün saxlanılıb. Hesab-faktura {invoice}, məbləğ {total}, ödəniş {pay_until} tarixinədək. Fakturanı keçiddə yükləyin və köçürmədə onun nömrəsini yazın."),
                None => format!("Mallar sizin üçün saxlanılıb. {total} məbləği {pay_until} tarixinədək keçiddə kartla ödəyin."),
            },
        ),
        Kind::PartlyPaid => (
            format!("Köçürmənizi aldıq: {code}"),
            format!("İndiyədək {received} daxil olub. Qalan məbləğ: {due}. Tam ödənişdən sonra sifarişi hazırlamağa başlayacağıq."),
        ),
        Kind::Paid => (
            format!("Ödəniş tamamlandı: sifariş {order}"),
            format!("{total} məbləği aldıq, sifarişinizi hazırlayırıq. Çatdırılma üçün sizinlə əlaqə saxlayacağıq."),
        ),
        Kind::Expired => (
            format!("Qiymət təklifinin vaxtı bitdi: {code}"),
            "Təklif vaxtında qəbul edilmədi və artıq qüvvədə deyil. Hələ də maraqlıdırsa, bu məktuba cavab yazın, yeni təklif hazırlayaq.".to_owned(),
        ),
        Kind::Unpaid => (
            format!("Sifarişin ödəniş vaxtı bitdi: {code}"),
            "Ödəniş vaxtında daxil olmadığı üçün sifariş bağlandı və mallar satışa qaytarıldı. Pul göndərmisinizsə, bu məktuba cavab yazın.".to_owned(),
        ),
        Kind::Declined => (
            format!("Təklifdən imtina etdiniz: {code}"),
            "İmtinanızı qeyd etdik. Fikriniz dəyişsə, bu məktuba cavab yazın, yeni təklif hazırlayaq.".to_owned(),
        ),
        Kind::Cancelled => (
            format!("Topdan sifariş ləğv olundu: {code}"),
            with_reason("Sorğu ləğv olundu. Ödəniş etmisinizsə, pul geri qaytarılacaq.".to_owned(), "Səbəb", &facts.reason),
        ),
        Kind::DeskRequested => (format!("Yeni topdan sorğu: {code}"), format!("{customer}, {phone}. Qiymət təklifi gözləyir.")),
        Kind::DeskAccepted => (
            format!("Təklif qəbul olundu: {code}"),
            match &facts.invoice {
                Some(invoice) => format!("{customer}, sifariş {order}, {total}. Köçürmə ilə, faktura {invoice}, {pay_until} tarixinədək."),
                None => format!("{customer}, sifariş {order}, {total}. Kartla ödəniş gözlənilir."),
            },
        ),
        Kind::DeskPaid => (format!("Topdan sifariş ödənildi: {code}"), format!("{customer}, sifariş {order}, {total}.")),
        Kind::DeskDeclined => (
            format!("Təklifdən imtina: {code}"),
            with_reason(format!("{customer}, {phone}."), "Səbəb", &facts.reason),
        ),
    };
    (title, text)
}

fn ru(kind: Kind, facts: &Facts) -> (String, String) {
    let Facts { code, total, valid_until, pay_until, received, due, order, customer, phone, .. } = facts;
    let (title, text) = match kind {
        Kind::Received => (
            format!("Мы получили ваш оптовый запрос: {code}"),
            "Запрос у нашего менеджера. Предложение с ценами придёт на этот адрес, а следить за запросом можно в любое время по ссылке ниже.".to_owned(),
        ),
        Kind::Quoted => (
            format!("Предложение готово: {code}"),
            format!("Сумма предложения {total}, оно действует до {valid_until}. Посмотрите цены, скачайте PDF и примите или отклоните предложение по ссылке."),
        ),
        Kind::ExpiresSoon => (
            format!("Срок предложения подходит к концу: {code}"),
            format!("Предложение на сумму {total} действует до {valid_until}. Если оно вам подходит, примите его вовремя."),
        ),
        Kind::Accepted => (
            format!("Предложение принято: заказ {order}"),
            match &facts.invoice {
                Some(invoice) => format!("Товары отложены для вас. Счёт {invoice} на сумму {total}, оплатить до {pay_until} включительно. Скачайте счёт по ссылке и укажите его номер в назначении платежа."),
                None => format!("Товары отложены для вас. Оплатите {total} картой по ссылке до {pay_until} включительно."),
            },
        ),
        Kind::PartlyPaid => (
            format!("Мы получили ваш перевод: {code}"),
            format!("Всего поступило {received}. Осталось оплатить {due}. После полной оплаты мы начнём собирать заказ."),
        ),
        Kind::Paid => (
            format!("Оплата получена: заказ {order}"),
            format!("Мы получили {total} и собираем заказ. О доставке договоримся с вами отдельно."),
        ),
        Kind::Expired => (
            format!("Срок предложения истёк: {code}"),
            "Предложение не было принято вовремя и больше не действует. Если оно всё ещё интересно, ответьте на это письмо, и мы подготовим новое.".to_owned(),
        ),
        Kind::Unpaid => (
            format!("Срок оплаты истёк: {code}"),
            "Оплата не поступила вовремя, поэтому заказ закрыт, а товары вернулись в продажу. Если вы уже отправили деньги, ответьте на это письмо.".to_owned(),
        ),
        Kind::Declined => (
            format!("Вы отклонили предложение: {code}"),
            "Мы отметили ваш отказ. Если передумаете, ответьте на это письмо, и мы подготовим новое предложение.".to_owned(),
        ),
        Kind::Cancelled => (
            format!("Оптовый заказ отменён: {code}"),
            with_reason("Запрос отменён. Если вы уже заплатили, деньги вернутся.".to_owned(), "Причина", &facts.reason),
        ),
        Kind::DeskRequested => (format!("Новый оптовый запрос: {code}"), format!("{customer}, {phone}. Ждёт предложения.")),
        Kind::DeskAccepted => (format!("Предложение принято: {code}"), format!("{customer}, заказ {order}, {total}.")),
        Kind::DeskPaid => (format!("Оптовый заказ оплачен: {code}"), format!("{customer}, заказ {order}, {total}.")),
        Kind::DeskDeclined => (
            format!("Предложение отклонено: {code}"),
            with_reason(format!("{customer}, {phone}."), "Причина", &facts.reason),
        ),
    };
    (title, text)
}

fn en(kind: Kind, facts: &Facts) -> (String, String) {
    let Facts { code, total, valid_until, pay_until, received, due, order, customer, phone, .. } = facts;
    let (title, text) = match kind {
        Kind::Received => (
            format!("We have received your wholesale request: {code}"),
            "Our manager has your request. The quote will come to this address, and you can follow the request at any time with the link below.".to_owned(),
        ),
        Kind::Quoted => (
            format!("Your quote is ready: {code}"),
            format!("The quote comes to {total} and is valid until {valid_until}. See the prices, download the PDF, and accept or decline the quote with the link."),
        ),
        Kind::ExpiresSoon => (
            format!("Your quote expires soon: {code}"),
            format!("The quote of {total} is valid until {valid_until}. If it suits you, please accept it in time."),
        ),
        Kind::Accepted => (
            format!("Quote accepted: order {order}"),
            match &facts.invoice {
                Some(invoice) => format!("The goods are reserved for you. Invoice {invoice} of {total} is to be paid by the end of {pay_until}. Download the invoice with the link, and name its number in the transfer."),
                None => format!("The goods are reserved for you. Please pay {total} by card with the link, by the end of {pay_until}."),
            },
        ),
        Kind::PartlyPaid => (
            format!("We have received your transfer: {code}"),
            format!("So far {received} has come in. Still to be paid: {due}. We start packing once the order is paid in full."),
        ),
        Kind::Paid => (
            format!("Payment received: order {order}"),
            format!("We have received {total} and are packing your order. We will contact you about the delivery."),
        ),
        Kind::Expired => (
            format!("Your quote has expired: {code}"),
            "The quote was not accepted in time and is no longer valid. If you are still interested, answer this letter and we will prepare a new one.".to_owned(),
        ),
        Kind::Unpaid => (
            format!("The time to pay is over: {code}"),
            "The payment did not arrive in time, so the order was closed and the goods are for sale again. If you have sent money already, please answer this letter.".to_owned(),
        ),
        Kind::Declined => (
            format!("You declined the quote: {code}"),
            "We have noted that you declined. If you change your mind, answer this letter and we will prepare a new quote.".to_owned(),
        ),
        Kind::Cancelled => (
            format!("Wholesale order cancelled: {code}"),
            with_reason("The request was cancelled. If you have paid, the money will be returned.".to_owned(), "Reason", &facts.reason),
        ),
        Kind::DeskRequested => (format!("New wholesale request: {code}"), format!("{customer}, {phone}. Waits for a quote.")),
        Kind::DeskAccepted => (format!("Quote accepted: {code}"), format!("{customer}, order {order}, {total}.")),
        Kind::DeskPaid => (format!("Wholesale order paid: {code}"), format!("{customer}, order {order}, {total}.")),
        Kind::DeskDeclined => (
            format!("Quote declined: {code}"),
            with_reason(format!("{customer}, {phone}."), "Reason", &facts.reason),
        ),
    };
    (title, text)
}
