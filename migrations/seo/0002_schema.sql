-- Texts of pages, the home page, settings of the shop, redirects, and what search engines read.


-- ==== 1. Page texts: titles, descriptions and headings ====

-- In templates (domain/template.rs), `[with {subject}|without]` stands for its first half on a page with a subject,
-- such as a product, and otherwise for its second half.
create table page_text (
    page        text not null,
    language    text not null,
    title       text not null,
    description text not null default '',
    keywords    text not null default '',
    heading     text not null,
    text        text not null default '',
    -- Path of the picture in link previews. Not a template.
    og_image    text not null default '',
    primary key (page, language),
    constraint page_text_language_check check (language in ('az', 'ru', 'en'))
);

-- Descriptions must stay true when rules change: none promises bonuses or a number of days for returns.
insert into page_text (page, language, title, heading, description)
values
    -- Products and stores.
    ('home-page', 'az', '{shop} · Hədiyyə, gül və şirniyyat qapınıza gəlir', 'Sevdiklərinizə xoş bir sovqat',
     'Güllər, şirniyyat, oyuncaqlar və ev üçün hədiyyələr bir yerdə. Siz seçin, biz qablaşdırıb Azərbaycanda istədiyiniz ünvana çatdıraq.'),
    ('home-page', 'ru', '{shop} · Подарки, цветы и сладости с доставкой', 'Тёплый подарок для тех, кого вы любите',
     'Цветы, сладости, игрушки и подарки для дома в одном месте. Вы выбираете, мы упакуем и привезём по адресу в Азербайджане.'),
    ('home-page', 'en', '{shop} · Gifts, flowers and sweets, brought to the door', 'A gift brought home to the people you love',
     'Flowers, sweets, toys and gifts for the home in one place. You choose, we wrap and deliver to any door in Azerbaijan.'),
    ('new-products-page', 'az', 'Yeni gələn hədiyyələr · {shop}', 'Yeni gələnlər',
     'Mağazalarımıza yeni gələn hədiyyələr. İlk siz görün, ilk siz sevindirin: sifariş və çatdırılma bütün Azərbaycanda.'),
    ('new-products-page', 'ru', 'Новинки: свежие идеи для подарков · {shop}', 'Новинки',
     'Подарки, которые только что появились в наших магазинах. Увидьте первыми и порадуйте близких: доставка по всему Азербайджану.'),
    ('new-products-page', 'en', 'New gifts, just arrived · {shop}', 'Just arrived',
     'Gifts that have just arrived in our shops. See them first and make somebody happy: delivery all over Azerbaijan.'),
    ('sale-page', 'az', 'Endirimdə olan hədiyyələr · {shop}', 'Endirimdə',
     'Hazırda endirimdə olan hədiyyələr: köhnə və yeni qiymət yan-yana, çatdırılma bütün Azərbaycanda.'),
    ('sale-page', 'ru', 'Подарки со скидкой · {shop}', 'Со скидкой',
     'Подарки, которые сейчас продаются со скидкой: старая и новая цена рядом, доставка по всему Азербайджану.'),
    ('sale-page', 'en', 'Gifts on sale · {shop}', 'On sale',
     'Gifts that cost less right now: the old price beside the new one, delivered all over Azerbaijan.'),
    ('most-saled-page', 'az', 'Ən çox alınan hədiyyələr · {shop}', 'Ən çox seçilənlər',
     'Alıcılarımızın ən çox seçdiyi hədiyyələr. Nə alacağınızı bilmirsinizsə, buradan başlayın.'),
    ('most-saled-page', 'ru', 'Самые популярные подарки · {shop}', 'Чаще всего выбирают',
     'Подарки, которые наши покупатели выбирают чаще всего. Если не знаете, что подарить, начните отсюда.'),
    ('most-saled-page', 'en', 'Our best-loved gifts · {shop}', 'Most chosen',
     'The gifts our customers choose most. If you do not know what to give, begin here.'),
    ('product-page', 'az', '[{subject}: qiymət və çatdırılma|Hədiyyələr: qiymət və çatdırılma] · {shop}', '[{subject}|Hədiyyə]',
     '[{subject}: şəkillər, qiymət və rəylər|Hədiyyələrin şəkilləri, qiymətləri və rəyləri]. {shop} ilə onlayn sifariş edin.'),
    ('product-page', 'ru', '[{subject}: цена и доставка|Подарки: цена и доставка] · {shop}', '[{subject}|Подарок]',
     '[{subject}: фото, цена и отзывы|Фото, цены и отзывы о подарках]. Закажите онлайн в {shop}.'),
    ('product-page', 'en', '[{subject}: price and delivery|Gifts: prices and delivery] · {shop}', '[{subject}|Gift]',
     '[{subject}: pictures, price and reviews|Pictures, prices and reviews of gifts]. Order online at {shop}.'),
    ('category-page', 'az', '[{subject}: seçim, qiymət, çatdırılma|Bütün kateqoriyalar] · {shop}', '[{subject}|Kateqoriyalar]',
     '[{subject}: müxtəlif mağazaların seçimi, qiymətləri və rəyləri|Bütün kateqoriyalar bir yerdə]. Azərbaycanda çatdırılma.'),
    ('category-page', 'ru', '[{subject}: выбор, цены, доставка|Все категории] · {shop}', '[{subject}|Категории]',
     '[{subject}: выбор разных магазинов, цены и отзывы|Все категории в одном месте]. Доставка по Азербайджану.'),
    ('category-page', 'en', '[{subject}: choice, prices, delivery|All categories] · {shop}', '[{subject}|Categories]',
     '[{subject}: the choice of many shops, prices and reviews|All categories in one place]. Delivery across Azerbaijan.'),
    ('store-page', 'az', '[{subject} mağazası|Mağaza] · {shop}', '[{subject}|Mağaza]',
     '[{subject}: mağazanın məhsulları, endirimləri və reytinqi|Mağazanın məhsulları, endirimləri və reytinqi] {shop} saytında.'),
    ('store-page', 'ru', '[{subject}: товары магазина|Магазин] · {shop}', '[{subject}|Магазин]',
     '[{subject}: товары, скидки и рейтинг магазина|Товары, скидки и рейтинг магазина] на {shop}.'),
    ('store-page', 'en', '[{subject}: the shop''s gifts|Shop] · {shop}', '[{subject}|Shop]',
     '[{subject}: the shop''s gifts, offers and rating|The shop''s gifts, offers and rating] at {shop}.'),
    ('stores-page', 'az', 'Mağazalar və yerli ustalar · {shop}', 'Mağazalarımız',
     'Hədiyyələri hazırlayan və satan mağazalar, yerli ustalar: reytinqlər, rəylər və endirimlər bir səhifədə.'),
    ('stores-page', 'ru', 'Магазины и местные мастера · {shop}', 'Наши магазины',
     'Магазины и местные мастера, которые делают и продают подарки: рейтинги, отзывы и скидки на одной странице.'),
    ('stores-page', 'en', 'Shops and local makers · {shop}', 'Our shops',
     'The shops and local makers behind the gifts: their ratings, reviews and offers on one page.'),
    ('search-page', 'az', '[{subject} · axtarış|Axtarış] · {shop}', '[«{subject}» üzrə nəticələr|Axtarış]',
     '[«{subject}» üzrə tapılan hədiyyələr|Hədiyyə axtarışı]: filtrlər, qiymətlər və rəylər.'),
    ('search-page', 'ru', '[{subject} · поиск|Поиск] · {shop}', '[Результаты по запросу «{subject}»|Поиск]',
     '[Подарки по запросу «{subject}»|Поиск подарков]: фильтры, цены и отзывы.'),
    ('search-page', 'en', '[{subject} · search|Search] · {shop}', '[Results for “{subject}”|Search]',
     '[Gifts found for “{subject}”|Search for gifts]: filters, prices and reviews.'),
    -- Personal pages.
    ('cart-page', 'az', 'Səbətiniz · {shop}', 'Səbət',
     'Seçdiyiniz hədiyyələr və onların cəmi: sayını dəyişin, promokodu yazın, sifariş edin.'),
    ('cart-page', 'ru', 'Ваша корзина · {shop}', 'Корзина',
     'Выбранные вами подарки и сумма: измените количество, введите промокод и оформите заказ.'),
    ('cart-page', 'en', 'Your cart · {shop}', 'Cart',
     'The gifts you have chosen and what they come to: change the count, enter a promo code and order.'),
    ('checkout-page', 'az', 'Sifarişin rəsmiləşdirilməsi · {shop}', 'Sifarişin rəsmiləşdirilməsi',
     'Ünvanı, çatdırılma vaxtını və ödəniş üsulunu seçin, sifarişinizi təsdiqləyin.'),
    ('checkout-page', 'ru', 'Оформление заказа · {shop}', 'Оформление заказа',
     'Выберите адрес, время доставки и способ оплаты и подтвердите заказ.'),
    ('checkout-page', 'en', 'Checkout · {shop}', 'Checkout',
     'Choose the address, the time of delivery and how to pay, and confirm your order.'),
    ('favorite-page', 'az', 'Bəyəndikləriniz · {shop}', 'Bəyəndiklərim',
     'Bəyəndiyiniz hədiyyələr bir yerdə: qiymət düşəndə və ya yenidən satışda olanda xəbər tutun.'),
    ('favorite-page', 'ru', 'Ваше избранное · {shop}', 'Избранное',
     'Понравившиеся подарки в одном месте: узнавайте о снижении цены и о новом поступлении.'),
    ('favorite-page', 'en', 'Your favourites · {shop}', 'Favourites',
     'The gifts you like in one place: hear of it when they cost less or are back in stock.'),
    ('notification-page', 'az', 'Bildirişlər · {shop}', 'Bildirişlər',
     'Sifarişləriniz, izlədiyiniz mağazalar və bəyəndikləriniz haqqında bildirişlər.'),
    ('notification-page', 'ru', 'Уведомления · {shop}', 'Уведомления',
     'Уведомления о ваших заказах, магазинах, на которые вы подписаны, и об избранном.'),
    ('notification-page', 'en', 'Notifications · {shop}', 'Notifications',
     'Notifications about your orders, the shops you follow and your favourites.'),
    ('profile-page', 'az', 'Şəxsi kabinet · {shop}', 'Şəxsi kabinet',
     'Məlumatlarınız, ünvanlarınız, sifarişləriniz və bildiriş ayarlarınız.'),
    ('profile-page', 'ru', 'Личный кабинет · {shop}', 'Личный кабинет',
     'Ваши данные, адреса, заказы и настройки уведомлений.'),
    ('profile-page', 'en', 'Your account · {shop}', 'Your account',
     'Your details, addresses, orders and notification settings.'),
    ('sign-in-page', 'az', 'Daxil olun və ya qeydiyyatdan keçin · {shop}', 'Daxil olun',
     'Telefon nömrəsi və ya e-poçt ilə daxil olun: sifarişləriniz, bəyəndikləriniz və bonuslarınız bir yerdə.'),
    ('sign-in-page', 'ru', 'Вход и регистрация · {shop}', 'Вход',
     'Войдите по номеру телефона или почте: ваши заказы, избранное и бонусы в одном месте.'),
    ('sign-in-page', 'en', 'Sign in or create an account · {shop}', 'Sign in',
     'Sign in by phone number or e-mail: your orders, favourites and bonuses in one place.'),
    ('unsubscribe-page', 'az', 'Bildirişlərdən imtina · {shop}', 'Bildirişlərdən imtina',
     'Daha almaq istəmədiyiniz bildirişlərdən bir addımda imtina edin.'),
    ('unsubscribe-page', 'ru', 'Отказ от уведомлений · {shop}', 'Отказ от уведомлений',
     'Откажитесь от ненужных уведомлений в один шаг.'),
    ('unsubscribe-page', 'en', 'Unsubscribe from notifications · {shop}', 'Unsubscribe',
     'Stop the notifications you no longer want in one step.'),
    -- Information.
    ('delivery-page', 'az', 'Çatdırılma şərtləri və qiyməti · {shop}', 'Çatdırılma şərtləri',
     'Sifarişi haraya, nə vaxt və neçəyə çatdırırıq: şəhərlər, saat aralıqları, pulsuz çatdırılma şərtləri.'),
    ('delivery-page', 'ru', 'Условия и стоимость доставки · {shop}', 'Условия доставки',
     'Куда, когда и за сколько мы доставляем: города, интервалы времени и условия бесплатной доставки.'),
    ('delivery-page', 'en', 'Delivery: terms and prices · {shop}', 'Delivery terms',
     'Where, when and for how much we deliver: cities, time slots and when delivery is free.'),
    ('payment-page', 'az', 'Ödəniş üsulları: kart, nağd, taksit · {shop}', 'Ödəniş üsulları',
     'Kartla, nağd və taksitlə ödəniş: necə ödəmək, pulun qaytarılması və ödənişin təhlükəsizliyi.'),
    ('payment-page', 'ru', 'Способы оплаты: карта, наличные, рассрочка · {shop}', 'Способы оплаты',
     'Оплата картой, наличными и в рассрочку: как заплатить, как вернуть деньги и как защищён платёж.'),
    ('payment-page', 'en', 'Ways to pay: card, cash, instalments · {shop}', 'Ways to pay',
     'Paying by card, in cash or in instalments: how it works, how money comes back and how it is kept safe.'),
    ('bonuses-page', 'az', 'Bonuslar: necə yığılır, necə xərclənir · {shop}', 'Bonuslar',
     'Alışlardan bonus: nə qədər yığılır, harada və necə xərclənir, nə vaxta qədər keçərlidir.'),
    ('bonuses-page', 'ru', 'Бонусы: как копить и тратить · {shop}', 'Бонусы',
     'Бонусы за покупки: сколько начисляется, где и как потратить, до какого срока действуют.'),
    ('bonuses-page', 'en', 'Bonuses: how to earn and spend them · {shop}', 'Bonuses',
     'Bonuses with your purchases: how many you earn, where and how to spend them and how long they last.'),
    ('faq-page', 'az', 'Tez-tez verilən suallar · {shop}', 'Tez-tez verilən suallar',
     'Sifariş, ödəniş, çatdırılma, qaytarma və bonuslar haqqında ən çox verilən sualların cavabları.'),
    ('faq-page', 'ru', 'Частые вопросы и ответы · {shop}', 'Частые вопросы',
     'Ответы на частые вопросы о заказе, оплате, доставке, возврате и бонусах.'),
    ('faq-page', 'en', 'Questions we are often asked · {shop}', 'Frequently asked questions',
     'Answers to what we are asked most: ordering, payment, delivery, returns and bonuses.'),
    ('help-page', 'az', 'Kömək: sifariş, çatdırılma, qaytarma · {shop}', 'Kömək',
     'Addım-addım: sifarişi necə vermək, izləmək, ləğv etmək və qaytarmaq, hesaba necə girmək və bizə necə yazmaq olar.'),
    ('help-page', 'ru', 'Помощь: заказ, доставка, возврат · {shop}', 'Помощь',
     'По шагам: как оформить, отследить, отменить и вернуть заказ, как войти в аккаунт и как с нами связаться.'),
    ('help-page', 'en', 'Help: ordering, delivery, returns · {shop}', 'Help',
     'Step by step: how to place, follow, cancel and return an order, how to sign in and how to reach us.'),
    ('privacy-page', 'az', 'Məxfilik şərtləri · {shop}', 'Məxfilik şərtləri',
     'Hansı məlumatlarınızı, nə üçün və nə qədər saxladığımız, onları necə görmək və sildirmək mümkün olduğu.'),
    ('privacy-page', 'ru', 'Политика конфиденциальности · {shop}', 'Политика конфиденциальности',
     'Какие данные мы храним, зачем и как долго, как их посмотреть и как попросить удалить.'),
    ('privacy-page', 'en', 'Privacy policy · {shop}', 'Privacy policy',
     'Which of your data we keep, what for and how long, and how to see them or have them deleted.'),
    ('terms-page', 'az', 'İstifadə və satış şərtləri · {shop}', 'İstifadə və satış şərtləri',
     'Saytdan istifadə, sifariş, ödəniş, dəyişdirmə və qaytarma qaydaları.'),
    ('terms-page', 'ru', 'Условия использования и продажи · {shop}', 'Условия использования и продажи',
     'Правила пользования сайтом, заказа, оплаты, обмена и возврата.'),
    ('terms-page', 'en', 'Terms of use and sale · {shop}', 'Terms of use and sale',
     'The rules of using the site, ordering, paying, and of exchanges and returns.'),
    ('contact-page', 'az', 'Əlaqə: bizə yazın və ya zəng edin · {shop}', 'Bizimlə əlaqə',
     'Telefon, e-poçt, WhatsApp, ünvan və iş saatları. Sualınızı yazın: hər məktubu oxuyub cavablandırırıq.'),
    ('contact-page', 'ru', 'Контакты: напишите или позвоните · {shop}', 'Связаться с нами',
     'Телефон, почта, WhatsApp, адрес и часы работы. Напишите нам: мы читаем каждое письмо и отвечаем на него.'),
    ('contact-page', 'en', 'Contact: write to us or call · {shop}', 'Get in touch',
     'Phone, e-mail, WhatsApp, address and opening hours. Write to us: we read and answer every letter.'),
    ('wholesale-page', 'az', 'Topdan satış: şirkətlər üçün hədiyyələr · {shop}', 'Topdan satış',
     'Şirkətlər və tədbirlər üçün topdan hədiyyələr: sorğu göndərin, qiymət təklifi alın, kartla və ya hesab-faktura ilə ödəyin.'),
    ('wholesale-page', 'ru', 'Оптовые продажи: подарки для компаний · {shop}', 'Оптовые продажи',
     'Подарки оптом для компаний и мероприятий: отправьте запрос, получите предложение, оплатите картой или переводом по счёту.'),
    ('wholesale-page', 'en', 'Wholesale: gifts for companies · {shop}', 'Wholesale',
     'Gifts in bulk for companies and events: send a request, get a quote, and pay by card or by transfer against an invoice.');


-- ==== 2. Content pages ====

-- A page without a row shows the text that is compiled into the service (domain/content.rs).
create table content_version (
    page         text not null,
    language     text not null,
    -- From 1, without gaps.
    version      bigint not null,
    title        text not null,
    markdown     text not null,
    published_by bigint not null,
    published_at timestamptz not null,
    constraint content_version_pkey primary key (page, language, version),
    constraint content_version_is_counted check (version > 0),
    constraint content_version_language_is_known check (language in ('az', 'ru', 'en'))
);


-- ==== 3. The home page ====

-- Without a row, the page is the one that is compiled into the service (texts/home.json).
create table home_version (
    -- From 1, without gaps.
    version      bigint primary key,
    -- A list of sections (domain/home.rs), in the order in which they show.
    sections     jsonb not null,
    -- Null if the demo was loaded.
    published_by bigint,
    published_at timestamptz not null,
    previous     bigint generated always as (nullif(version - 1, 0)) stored,
    constraint home_version_is_counted check (version > 0),
    constraint home_version_has_no_gap foreign key (previous) references home_version (version),
    constraint home_version_publisher_check check (published_by > 0),
    constraint home_version_sections_check check (
        case when jsonb_typeof(sections) = 'array' then jsonb_array_length(sections) between 1 and 30 else false end
    )
);

-- Staff undo a mistake by publishing an earlier version again.
create function refuse_change_of_home_version() returns trigger language plpgsql as $$
begin
    raise exception 'versions of the home page are only ever added' using errcode = 'check_violation';
end $$;

create trigger home_version_stays
    before update or delete or truncate on home_version
    for each statement execute function refuse_change_of_home_version();

-- Sections that staff look at before they publish them. The next preview deletes expired ones, and the oldest of many.
create table home_preview (
    -- 128 random bits, as hexadecimal digits. With it, the shop shows the sections to anybody.
    token      text primary key,
    sections   jsonb not null,
    -- The time for which sections are selected by their schedules.
    shown_at   timestamptz not null,
    expires_at timestamptz not null,
    constraint home_preview_token_check check (token ~ '^[0-9a-f]{32}$'),
    constraint home_preview_sections_check check (
        case when jsonb_typeof(sections) = 'array' then jsonb_array_length(sections) between 1 and 30 else false end
    )
);

create index home_preview_by_expiry on home_preview (expires_at);


-- ==== 4. Settings of the shop ====

-- Contact data, links and data of the seller (domain/settings.rs).
create table setting (
    key   text primary key,
    value jsonb not null
);

-- An operator replaces the tax number before the shop opens. The notification service starts with the same contact
-- address (table `support_address`).
insert into setting (key, value)
values ('contact', '{"email": "salam@sovqat.az", "phoneNumber": "+994125550100", "whatsapp": "+994505550100"}'),
       ('app', '{"androidUrl": "", "iosUrl": ""}'),
       ('social', '{"instagram": "https://www.instagram.com/sovqat.az/", "facebook": "", "tiktok": "", "youtube": ""}'),
       ('chat', '{"whatsappUrl": "https://wa.me/994505550100", "telegramUrl": ""}'),
       ('office', '{"company": "Sovqat",
                    "taxNumber": "0000000000",
                    "address": {"az": "Bakı şəhəri, Azərbaycan", "ru": "г. Баку, Азербайджан", "en": "Baku, Azerbaijan"},
                    "mapUrl": "https://www.openstreetmap.org/#map=12/40.3777/49.8920",
                    "hours": [{"fromDay": 1, "untilDay": 5, "opens": "10:00", "closes": "19:00"},
                              {"fromDay": 6, "untilDay": 6, "opens": "11:00", "closes": "17:00"}]}');


-- ==== 5. Measuring tools ====

create table tag (
    tag   text primary key,
    -- Empty if the tool is off.
    value text not null default '',
    constraint tag_value_check check (char_length(value) <= 200)
);

insert into tag (tag)
values ('google-analytics'), ('google-tag-manager'), ('search-console'), ('yandex-metrica');


-- ==== 6. Redirects ====

-- Paths are decoded, and without a language. No `target` is the `path` of another row: chains are resolved when saved.
create table redirect (
    path   text primary key,
    -- Empty for status 410.
    target text not null default '',
    -- 301 permanent, 302 temporary, 410 gone.
    status smallint not null,
    constraint redirect_status_check check (status in (301, 302, 410)),
    constraint redirect_target_check check ((status = 410) = (target = '') and target <> path)
);

create index redirect_by_target on redirect (target) where target <> '';

-- The page of followed stores has moved to the profile.
insert into redirect (path, target, status) values ('/abunelikler', '/profil/abunelikler', 301);


-- ==== 7. robots.txt ====

-- Added by operators; the gateway writes the other lines.
create table robots (
    single boolean primary key default true check (single),
    text   text not null default ''
);

insert into robots default values;


-- ==== 8. IndexNow: submits changed pages to search engines ====

-- Changed pages that have not been submitted yet (app/submit.rs).
create table indexnow_change (
    kind       text not null check (kind in ('product', 'store')),
    subject_id bigint not null,
    -- Null for products, whose slug is loaded before the submission.
    slug       text,
    -- A submission deletes a row only if this number is unchanged, so that no change is lost.
    times      bigint not null default 1,
    -- The first change since the last submission.
    changed_at timestamptz not null,
    primary key (kind, subject_id)
);

create index indexnow_change_by_age on indexnow_change (changed_at);

-- The lease for submitting. A replica takes it by moving `not_before` to the end of the lease. After a failure,
-- `not_before` is the end of the delay.
create table indexnow_turn (
    single     boolean primary key default true check (single),
    not_before timestamptz not null,
    -- Since the last success. The delay grows with it.
    failures   integer not null
);

insert into indexnow_turn (not_before, failures) values (to_timestamp(0), 0);
