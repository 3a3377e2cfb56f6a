-- What operators keep: where old addresses lead, what crawlers are told beyond the gateway's own lines, and who changed what.

-- Addresses are paths as people read them, without a language and decoded. No `target` is a `path` of another row: chains are resolved when they are saved.
create table redirect (
    path   text primary key,
    -- Empty: nothing has become of it.
    target text not null default '',
    status smallint not null,
    constraint redirect_status_check check (status in (301, 302, 410)),
    constraint redirect_target_check check ((status = 410) = (target = '') and target <> path)
);

create index redirect_by_target on redirect (target) where target <> '';

insert into redirect (path, target, status)
values ('/abunelikler', '/profil/abunelikler', 301);

create table robots (
    single boolean primary key default true check (single),
    text   text not null default ''
);

insert into robots default values;

create table audit (
    audit_id    bigint generated always as identity primary key,
    operator_id bigint not null,
    action      text not null,
    -- The page, tag or address that was changed.
    subject     text not null,
    acted_at    timestamptz not null
);

create index audit_by_operator on audit (operator_id, acted_at);

-- Kinds of pages that the shop has since.
insert into page_text (page, language, title, heading)
values
    ('privacy-page', 'az', 'Məxfilik şərtləri · {shop}', 'Məxfilik şərtləri'),
    ('privacy-page', 'ru', 'Политика конфиденциальности · {shop}', 'Политика конфиденциальности'),
    ('privacy-page', 'en', 'Privacy policy · {shop}', 'Privacy policy'),
    ('bonuses-page', 'az', 'Bonuslar: necə yığılır, necə xərclənir · {shop}', 'Bonuslar'),
    ('bonuses-page', 'ru', 'Бонусы: как копить и тратить · {shop}', 'Бонусы'),
    ('bonuses-page', 'en', 'Bonuses: how to earn and spend them · {shop}', 'Bonuses'),
    ('terms-page', 'az', 'İstifadə və satış şərtləri · {shop}', 'İstifadə və satış şərtləri'),
    ('terms-page', 'ru', 'Условия использования и продажи · {shop}', 'Условия использования и продажи'),
    ('terms-page', 'en', 'Terms of use and sale · {shop}', 'Terms of use and sale'),
    ('help-page', 'az', 'Kömək: sifariş, çatdırılma, qaytarma · {shop}', 'Kömək'),
    ('help-page', 'ru', 'Помощь: заказ, доставка, возврат · {shop}', 'Помощь'),
    ('help-page', 'en', 'Help: ordering, delivery, returns · {shop}', 'Help'),
    ('sign-in-page', 'az', 'Daxil olun və ya qeydiyyatdan keçin · {shop}', 'Daxil olun'),
    ('sign-in-page', 'ru', 'Вход и регистрация · {shop}', 'Вход'),
    ('sign-in-page', 'en', 'Sign in or create an account · {shop}', 'Sign in'),
    ('checkout-page', 'az', 'Sifarişin rəsmiləşdirilməsi · {shop}', 'Sifarişin rəsmiləşdirilməsi'),
    ('checkout-page', 'ru', 'Оформление заказа · {shop}', 'Оформление заказа'),
    ('checkout-page', 'en', 'Checkout · {shop}', 'Checkout'),
    ('profile-page', 'az', 'Şəxsi kabinet · {shop}', 'Şəxsi kabinet'),
    ('profile-page', 'ru', 'Личный кабинет · {shop}', 'Личный кабинет'),
    ('profile-page', 'en', 'Your account · {shop}', 'Your account'),
    ('unsubscribe-page', 'az', 'Bildirişlərdən imtina · {shop}', 'Bildirişlərdən imtina'),
    ('unsubscribe-page', 'ru', 'Отказ от уведомлений · {shop}', 'Отказ от уведомлений'),
    ('unsubscribe-page', 'en', 'Unsubscribe from notifications · {shop}', 'Unsubscribe');

-- And what nobody has described yet says what it is: a result without a description is filled with whatever stands on the page.
update page_text
set description = given.description
from (values
    ('home-page', 'az', 'Güllər, şirniyyat, oyuncaqlar və ev üçün hədiyyələr bir yerdə. Siz seçin, biz qablaşdırıb Azərbaycanda istədiyiniz ünvana çatdıraq.'),
    ('home-page', 'ru', 'Цветы, сладости, игрушки и подарки для дома в одном месте. Вы выбираете, мы упакуем и привезём по адресу в Азербайджане.'),
    ('home-page', 'en', 'Flowers, sweets, toys and gifts for the home in one place. You choose, we wrap and deliver to any door in Azerbaijan.'),
    ('new-products-page', 'az', 'Mağazalarımıza yeni gələn hədiyyələr. İlk siz görün, ilk siz sevindirin: sifariş və çatdırılma bütün Azərbaycanda.'),
    ('new-products-page', 'ru', 'Подарки, которые только что появились в наших магазинах. Увидьте первыми и порадуйте близких: доставка по всему Азербайджану.'),
    ('new-products-page', 'en', 'Gifts that have just arrived in our shops. See them first and make somebody happy: delivery all over Azerbaijan.'),
    ('sale-page', 'az', 'Hazırda endirimdə olan hədiyyələr: köhnə və yeni qiymət yan-yana, çatdırılma bütün Azərbaycanda.'),
    ('sale-page', 'ru', 'Подарки, которые сейчас продаются со скидкой: старая и новая цена рядом, доставка по всему Азербайджану.'),
    ('sale-page', 'en', 'Gifts that cost less right now: the old price beside the new one, delivered all over Azerbaijan.'),
    ('most-saled-page', 'az', 'Alıcılarımızın ən çox seçdiyi hədiyyələr. Nə alacağınızı bilmirsinizsə, buradan başlayın.'),
    ('most-saled-page', 'ru', 'Подарки, которые наши покупатели выбирают чаще всего. Если не знаете, что подарить, начните отсюда.'),
    ('most-saled-page', 'en', 'The gifts our customers choose most. If you do not know what to give, begin here.'),
    ('product-page', 'az', '[{subject}: şəkillər, qiymət və rəylər|Hədiyyələrin şəkilləri, qiymətləri və rəyləri]. {shop} ilə onlayn sifariş edin.'),
    ('product-page', 'ru', '[{subject}: фото, цена и отзывы|Фото, цены и отзывы о подарках]. Закажите онлайн в {shop}.'),
    ('product-page', 'en', '[{subject}: pictures, price and reviews|Pictures, prices and reviews of gifts]. Order online at {shop}.'),
    ('category-page', 'az', '[{subject}: müxtəlif mağazaların seçimi, qiymətləri və rəyləri|Bütün kateqoriyalar bir yerdə]. Azərbaycanda çatdırılma.'),
    ('category-page', 'ru', '[{subject}: выбор разных магазинов, цены и отзывы|Все категории в одном месте]. Доставка по Азербайджану.'),
    ('category-page', 'en', '[{subject}: the choice of many shops, prices and reviews|All categories in one place]. Delivery across Azerbaijan.'),
    ('store-page', 'az', '[{subject}: mağazanın məhsulları, endirimləri və reytinqi|Mağazanın məhsulları, endirimləri və reytinqi] {shop} saytında.'),
    ('store-page', 'ru', '[{subject}: товары, скидки и рейтинг магазина|Товары, скидки и рейтинг магазина] на {shop}.'),
    ('store-page', 'en', '[{subject}: the shop''s gifts, offers and rating|The shop''s gifts, offers and rating] at {shop}.'),
    ('stores-page', 'az', 'Hədiyyələri hazırlayan və satan mağazalar, yerli ustalar: reytinqlər, rəylər və endirimlər bir səhifədə.'),
    ('stores-page', 'ru', 'Магазины и местные мастера, которые делают и продают подарки: рейтинги, отзывы и скидки на одной странице.'),
    ('stores-page', 'en', 'The shops and local makers behind the gifts: their ratings, reviews and offers on one page.'),
    ('search-page', 'az', '[«{subject}» üzrə tapılan hədiyyələr|Hədiyyə axtarışı]: filtrlər, qiymətlər və rəylər.'),
    ('search-page', 'ru', '[Подарки по запросу «{subject}»|Поиск подарков]: фильтры, цены и отзывы.'),
    ('search-page', 'en', '[Gifts found for “{subject}”|Search for gifts]: filters, prices and reviews.'),
    ('delivery-page', 'az', 'Sifarişi haraya, nə vaxt və neçəyə çatdırırıq: şəhərlər, saat aralıqları, pulsuz çatdırılma şərtləri.'),
    ('delivery-page', 'ru', 'Куда, когда и за сколько мы доставляем: города, интервалы времени и условия бесплатной доставки.'),
    ('delivery-page', 'en', 'Where, when and for how much we deliver: cities, time slots and when delivery is free.'),
    ('payment-page', 'az', 'Kartla, nağd və taksitlə ödəniş: necə ödəmək, pulun qaytarılması və ödənişin təhlükəsizliyi.'),
    ('payment-page', 'ru', 'Оплата картой, наличными и в рассрочку: как заплатить, как вернуть деньги и как защищён платёж.'),
    ('payment-page', 'en', 'Paying by card, in cash or in instalments: how it works, how money comes back and how it is kept safe.'),
    ('cart-page', 'az', 'Seçdiyiniz hədiyyələr və onların cəmi: sayını dəyişin, promokodu yazın, sifariş edin.'),
    ('cart-page', 'ru', 'Выбранные вами подарки и сумма: измените количество, введите промокод и оформите заказ.'),
    ('cart-page', 'en', 'The gifts you have chosen and what they come to: change the count, enter a promo code and order.'),
    ('favorite-page', 'az', 'Bəyəndiyiniz hədiyyələr bir yerdə: qiymət düşəndə və ya yenidən satışda olanda xəbər tutun.'),
    ('favorite-page', 'ru', 'Понравившиеся подарки в одном месте: узнавайте о снижении цены и о новом поступлении.'),
    ('favorite-page', 'en', 'The gifts you like in one place: hear of it when they cost less or are back in stock.'),
    ('notification-page', 'az', 'Sifarişləriniz, izlədiyiniz mağazalar və bəyəndikləriniz haqqında bildirişlər.'),
    ('notification-page', 'ru', 'Уведомления о ваших заказах, магазинах, на которые вы подписаны, и об избранном.'),
    ('notification-page', 'en', 'Notifications about your orders, the shops you follow and your favourites.'),
    ('contact-page', 'az', 'Telefon, e-poçt, WhatsApp, ünvan və iş saatları. Sualınızı yazın: hər məktubu oxuyub cavablandırırıq.'),
    ('contact-page', 'ru', 'Телефон, почта, WhatsApp, адрес и часы работы. Напишите нам: мы читаем каждое письмо и отвечаем на него.'),
    ('contact-page', 'en', 'Phone, e-mail, WhatsApp, address and opening hours. Write to us: we read and answer every letter.'),
    ('faq-page', 'az', 'Sifariş, ödəniş, çatdırılma, qaytarma və bonuslar haqqında ən çox verilən sualların cavabları.'),
    ('faq-page', 'ru', 'Ответы на частые вопросы о заказе, оплате, доставке, возврате и бонусах.'),
    ('faq-page', 'en', 'Answers to what we are asked most: ordering, payment, delivery, returns and bonuses.'),
    ('privacy-page', 'az', 'Hansı məlumatlarınızı, nə üçün və nə qədər saxladığımız, onları necə görmək və sildirmək mümkün olduğu.'),
    ('privacy-page', 'ru', 'Какие данные мы храним, зачем и как долго, как их посмотреть и как попросить удалить.'),
    ('privacy-page', 'en', 'Which of your data we keep, what for and how long, and how to see them or have them deleted.'),
    ('bonuses-page', 'az', 'Hər alışdan bonus: nə qədər yığılır, harada və necə xərclənir, nə vaxta qədər keçərlidir.'),
    ('bonuses-page', 'ru', 'Бонусы за каждую покупку: сколько начисляется, где и как потратить, до какого срока действуют.'),
    ('bonuses-page', 'en', 'A bonus with every purchase: how much you earn, where and how to spend it and how long it lasts.'),
    ('help-page', 'az', 'Addım-addım: sifarişi necə vermək, izləmək, ləğv etmək və qaytarmaq, hesaba necə girmək və bizə necə yazmaq olar.'),
    ('help-page', 'ru', 'По шагам: как оформить, отследить, отменить и вернуть заказ, как войти в аккаунт и как с нами связаться.'),
    ('help-page', 'en', 'Step by step: how to place, follow, cancel and return an order, how to sign in and how to reach us.'),
    ('terms-page', 'az', 'Saytdan istifadə, sifariş, ödəniş, 14 gün ərzində dəyişdirmə və qaytarma qaydaları.'),
    ('terms-page', 'ru', 'Правила пользования сайтом, заказа, оплаты, обмена и возврата в течение 14 дней.'),
    ('terms-page', 'en', 'The rules of using the site, ordering, paying, and of exchange and return within 14 days.'),
    ('sign-in-page', 'az', 'Telefon nömrəsi və ya e-poçt ilə daxil olun: sifarişləriniz, bəyəndikləriniz və bonuslarınız bir yerdə.'),
    ('sign-in-page', 'ru', 'Войдите по номеру телефона или почте: ваши заказы, избранное и бонусы в одном месте.'),
    ('sign-in-page', 'en', 'Sign in by phone number or e-mail: your orders, favourites and bonuses in one place.'),
    ('checkout-page', 'az', 'Ünvanı, çatdırılma vaxtını və ödəniş üsulunu seçin, sifarişinizi təsdiqləyin.'),
    ('checkout-page', 'ru', 'Выберите адрес, время доставки и способ оплаты и подтвердите заказ.'),
    ('checkout-page', 'en', 'Choose the address, the time of delivery and how to pay, and confirm your order.'),
    ('profile-page', 'az', 'Məlumatlarınız, ünvanlarınız, sifarişləriniz və bildiriş ayarlarınız.'),
    ('profile-page', 'ru', 'Ваши данные, адреса, заказы и настройки уведомлений.'),
    ('profile-page', 'en', 'Your details, addresses, orders and notification settings.'),
    ('unsubscribe-page', 'az', 'Daha almaq istəmədiyiniz bildirişlərdən bir addımda imtina edin.'),
    ('unsubscribe-page', 'ru', 'Откажитесь от ненужных уведомлений в один шаг.'),
    ('unsubscribe-page', 'en', 'Stop the notifications you no longer want in one step.')
) as given (page, language, description)
where page_text.page = given.page and page_text.language = given.language and page_text.description = '';
