-- Descriptions keep to what the shop does: not every purchase earns bonuses, and how long goods can be returned is a rule of the
-- order service. What an operator has written stays.
update page_text
set description = kept.description
from (values
    ('bonuses-page', 'az', 'Hər alışdan bonus: nə qədər yığılır, harada və necə xərclənir, nə vaxta qədər keçərlidir.',
     'Alışlardan bonus: nə qədər yığılır, harada və necə xərclənir, nə vaxta qədər keçərlidir.'),
    ('bonuses-page', 'ru', 'Бонусы за каждую покупку: сколько начисляется, где и как потратить, до какого срока действуют.',
     'Бонусы за покупки: сколько начисляется, где и как потратить, до какого срока действуют.'),
    ('bonuses-page', 'en', 'A bonus with every purchase: how much you earn, where and how to spend it and how long it lasts.',
     'Bonuses with your purchases: how many you earn, where and how to spend them and how long they last.'),
    ('terms-page', 'az', 'Saytdan istifadə, sifariş, ödəniş, 14 gün ərzində dəyişdirmə və qaytarma qaydaları.',
     'Saytdan istifadə, sifariş, ödəniş, dəyişdirmə və qaytarma qaydaları.'),
    ('terms-page', 'ru', 'Правила пользования сайтом, заказа, оплаты, обмена и возврата в течение 14 дней.',
     'Правила пользования сайтом, заказа, оплаты, обмена и возврата.'),
    ('terms-page', 'en', 'The rules of using the site, ordering, paying, and of exchange and return within 14 days.',
     'The rules of using the site, ordering, paying, and of exchanges and returns.')
) as kept (page, language, was, description)
where page_text.page = kept.page and page_text.language = kept.language and page_text.description = kept.was;
