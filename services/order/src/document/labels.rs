//! The texts of documents in three languages.

use kit::Language;

pub struct Labels {
    pub quote: &'static str,
    pub invoice: &'static str,
    pub valid_until: &'static str,
    pub pay_until: &'static str,
    pub order: &'static str,
    pub seller: &'static str,
    pub customer: &'static str,
    pub name: &'static str,
    pub voen: &'static str,
    pub contact: &'static str,
    pub bank: &'static str,
    pub bank_code: &'static str,
    pub swift: &'static str,
    pub iban: &'static str,
    pub product: &'static str,
    pub count: &'static str,
    pub price: &'static str,
    pub sum: &'static str,
    pub goods: &'static str,
    pub delivery: &'static str,
    pub total: &'static str,
    pub vat: &'static str,
    pub delivery_terms: &'static str,
    pub note: &'static str,
    pub purpose: &'static str,
    pub how_to_accept: &'static str,
    /// The invoice's number follows.
    purpose_text: &'static str,
}

impl Labels {
    pub fn of(language: Language) -> &'static Self {
        match language {
            Language::Az => &AZ,
            Language::Ru => &RU,
            Language::En => &EN,
        }
    }

    pub fn purpose_of(&self, invoice_number: &str) -> String {
        format!("{} {invoice_number}", self.purpose_text)
    }
}

const AZ: Labels = Labels {
    quote: "Qiymət təklifi",
    invoice: "Hesab-faktura",
    valid_until: "Qüvvədədir",
    pay_until: "Son ödəniş günü",
    order: "Sifariş",
    seller: "Satıcı",
    customer: "Alıcı",
    name: "Adı",
    voen: "VÖEN",
    contact: "Əlaqə",
    bank: "Bank",
    bank_code: "Bankın kodu",
    swift: "SWIFT",
    iban: "IBAN",
    product: "Məhsul",
    count: "Say",
    price: "Qiymət",
    sum: "Məbləğ",
    goods: "Mallar",
    delivery: "Çatdırılma",
    total: "Cəmi",
    vat: "O cümlədən ƏDV 18%",
    delivery_terms: "Çatdırılma şərtləri",
    note: "Qeyd",
    purpose: "Ödənişin təyinatı",
    how_to_accept: "Təklifi məktubdakı keçiddə qəbul edə və ya ondan imtina edə bilərsiniz.",
    purpose_text: "Malların dəyəri, hesab-faktura",
};

const RU: Labels = Labels {
    quote: "Коммерческое предложение",
    invoice: "Счёт",
    valid_until: "Действует до",
    pay_until: "Оплатить до",
    order: "Заказ",
    seller: "Продавец",
    customer: "Покупатель",
    name: "Название",
    voen: "VÖEN",
    contact: "Контакт",
    bank: "Банк",
    bank_code: "Код банка",
    swift: "SWIFT",
    iban: "IBAN",
    product: "Товар",
    count: "Кол-во",
    price: "Цена",
    sum: "Сумма",
    goods: "Товары",
    delivery: "Доставка",
    total: "Итого",
    vat: "В том числе НДС 18%",
    delivery_terms: "Условия доставки",
    note: "Примечание",
    purpose: "Назначение платежа",
    how_to_accept: "Принять или отклонить предложение можно по ссылке из письма.",
    purpose_text: "Оплата товаров по счёту",
};

const EN: Labels = Labels {
    quote: "Quote",
    invoice: "Invoice",
    valid_until: "Valid until",
    pay_until: "To be paid by",
    order: "Order",
    seller: "Seller",
    customer: "Customer",
    name: "Name",
    voen: "VÖEN",
    contact: "Contact",
    bank: "Bank",
    bank_code: "Bank code",
    swift: "SWIFT",
    iban: "IBAN",
    product: "Product",
    count: "Count",
    price: "Price",
    sum: "Amount",
    goods: "Goods",
    delivery: "Delivery",
    total: "Total",
    vat: "Of which VAT 18%",
    delivery_terms: "Delivery terms",
    note: "Note",
    purpose: "Purpose of the payment",
    how_to_accept: "You can accept or decline the quote with the link in our letter.",
    purpose_text: "Payment for goods, invoice",
};
