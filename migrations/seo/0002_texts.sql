-- What pages tell search engines, and the ids of the tools that measure them.

-- An empty value: the tool is not used.
create table tag (
    tag   text primary key,
    value text not null default '',
    constraint tag_value_check check (char_length(value) <= 200)
);

insert into tag (tag)
values ('google-analytics'), ('google-tag-manager'), ('search-console'), ('yandex-metrica');

-- Texts are templates: see services/seo/src/domain/template.rs.
create table page_text (
    page        text not null,
    language    text not null,
    title       text not null,
    description text not null default '',
    keywords    text not null default '',
    heading     text not null,
    text        text not null default '',
    og_image    text not null default '',
    primary key (page, language),
    constraint page_text_language_check check (language in ('az', 'ru', 'en'))
);

-- A shop that nobody has written for yet still has titles.
insert into page_text (page, language, title, heading)
values
    ('home-page', 'az', '{shop} · Hədiyyə, gül və şirniyyat qapınıza gəlir', 'Sevdiklərinizə xoş bir sovqat'),
    ('home-page', 'ru', '{shop} · Подарки, цветы и сладости с доставкой', 'Тёплый подарок для тех, кого вы любите'),
    ('home-page', 'en', '{shop} · Gifts, flowers and sweets, brought to the door', 'A gift brought home to the people you love'),
    ('new-products-page', 'az', 'Yeni gələn hədiyyələr · {shop}', 'Yeni gələnlər'),
    ('new-products-page', 'ru', 'Новинки: свежие идеи для подарков · {shop}', 'Новинки'),
    ('new-products-page', 'en', 'New gifts, just arrived · {shop}', 'Just arrived'),
    ('sale-page', 'az', 'Endirimdə olan hədiyyələr · {shop}', 'Endirimdə'),
    ('sale-page', 'ru', 'Подарки со скидкой · {shop}', 'Со скидкой'),
    ('sale-page', 'en', 'Gifts on sale · {shop}', 'On sale'),
    ('most-saled-page', 'az', 'Ən çox alınan hədiyyələr · {shop}', 'Ən çox seçilənlər'),
    ('most-saled-page', 'ru', 'Самые популярные подарки · {shop}', 'Чаще всего выбирают'),
    ('most-saled-page', 'en', 'Our best-loved gifts · {shop}', 'Most chosen'),
    ('product-page', 'az', '[{subject}: qiymət və çatdırılma|Hədiyyələr: qiymət və çatdırılma] · {shop}', '[{subject}|Hədiyyə]'),
    ('product-page', 'ru', '[{subject}: цена и доставка|Подарки: цена и доставка] · {shop}', '[{subject}|Подарок]'),
    ('product-page', 'en', '[{subject}: price and delivery|Gifts: prices and delivery] · {shop}', '[{subject}|Gift]'),
    ('category-page', 'az', '[{subject}: seçim, qiymət, çatdırılma|Bütün kateqoriyalar] · {shop}', '[{subject}|Kateqoriyalar]'),
    ('category-page', 'ru', '[{subject}: выбор, цены, доставка|Все категории] · {shop}', '[{subject}|Категории]'),
    ('category-page', 'en', '[{subject}: choice, prices, delivery|All categories] · {shop}', '[{subject}|Categories]'),
    ('store-page', 'az', '[{subject} mağazası|Mağaza] · {shop}', '[{subject}|Mağaza]'),
    ('store-page', 'ru', '[{subject}: товары магазина|Магазин] · {shop}', '[{subject}|Магазин]'),
    ('store-page', 'en', '[{subject}: the shop''s gifts|Shop] · {shop}', '[{subject}|Shop]'),
    ('stores-page', 'az', 'Mağazalar və yerli ustalar · {shop}', 'Mağazalarımız'),
    ('stores-page', 'ru', 'Магазины и местные мастера · {shop}', 'Наши магазины'),
    ('stores-page', 'en', 'Shops and local makers · {shop}', 'Our shops'),
    ('search-page', 'az', '[{subject} · axtarış|Axtarış] · {shop}', '[«{subject}» üzrə nəticələr|Axtarış]'),
    ('search-page', 'ru', '[{subject} · поиск|Поиск] · {shop}', '[Результаты по запросу «{subject}»|Поиск]'),
    ('search-page', 'en', '[{subject} · search|Search] · {shop}', '[Results for “{subject}”|Search]'),
    ('delivery-page', 'az', 'Çatdırılma şərtləri və qiyməti · {shop}', 'Çatdırılma şərtləri'),
    ('delivery-page', 'ru', 'Условия и стоимость доставки · {shop}', 'Условия доставки'),
    ('delivery-page', 'en', 'Delivery: terms and prices · {shop}', 'Delivery terms'),
    ('payment-page', 'az', 'Ödəniş üsulları: kart, nağd, taksit · {shop}', 'Ödəniş üsulları'),
    ('payment-page', 'ru', 'Способы оплаты: карта, наличные, рассрочка · {shop}', 'Способы оплаты'),
    ('payment-page', 'en', 'Ways to pay: card, cash, instalments · {shop}', 'Ways to pay'),
    ('cart-page', 'az', 'Səbətiniz · {shop}', 'Səbət'),
    ('cart-page', 'ru', 'Ваша корзина · {shop}', 'Корзина'),
    ('cart-page', 'en', 'Your cart · {shop}', 'Cart'),
    ('favorite-page', 'az', 'Bəyəndikləriniz · {shop}', 'Bəyəndiklərim'),
    ('favorite-page', 'ru', 'Ваше избранное · {shop}', 'Избранное'),
    ('favorite-page', 'en', 'Your favourites · {shop}', 'Favourites'),
    ('notification-page', 'az', 'Bildirişlər · {shop}', 'Bildirişlər'),
    ('notification-page', 'ru', 'Уведомления · {shop}', 'Уведомления'),
    ('notification-page', 'en', 'Notifications · {shop}', 'Notifications'),
    ('contact-page', 'az', 'Əlaqə: bizə yazın və ya zəng edin · {shop}', 'Bizimlə əlaqə'),
    ('contact-page', 'ru', 'Контакты: напишите или позвоните · {shop}', 'Связаться с нами'),
    ('contact-page', 'en', 'Contact: write to us or call · {shop}', 'Get in touch'),
    ('faq-page', 'az', 'Tez-tez verilən suallar · {shop}', 'Tez-tez verilən suallar'),
    ('faq-page', 'ru', 'Частые вопросы и ответы · {shop}', 'Частые вопросы'),
    ('faq-page', 'en', 'Questions we are often asked · {shop}', 'Frequently asked questions');
