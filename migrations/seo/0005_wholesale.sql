-- The page where wholesale is asked for.
insert into page_text (page, language, title, heading, description)
values
    ('wholesale-page', 'az', 'Topdan satış: şirkətlər üçün hədiyyələr · {shop}', 'Topdan satış',
     'Şirkətlər və tədbirlər üçün topdan hədiyyələr: sorğu göndərin, qiymət təklifi alın, kartla və ya hesab-faktura ilə ödəyin.'),
    ('wholesale-page', 'ru', 'Оптовые продажи: подарки для компаний · {shop}', 'Оптовые продажи',
     'Подарки оптом для компаний и мероприятий: отправьте запрос, получите предложение, оплатите картой или переводом по счёту.'),
    ('wholesale-page', 'en', 'Wholesale: gifts for companies · {shop}', 'Wholesale',
     'Gifts in bulk for companies and events: send a request, get a quote, and pay by card or by transfer against an invoice.');
