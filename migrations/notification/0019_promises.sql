-- Removes settings by which the shop would promise what it does not do.

-- Which deliveries are free is decided by the tariffs of the order service alone.
delete from setting where key = 'free_delivery_from';

-- No app is published yet: an operator enters the links when there is one. Until then no page speaks of a download.
update setting set value = '{"androidUrl": "", "iosUrl": ""}' where key = 'app';

-- The shop sends no news of its own.
delete from choice where topic = 'news';
