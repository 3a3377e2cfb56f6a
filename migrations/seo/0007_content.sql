-- Content pages, and the settings of the shop: how it is reached and who sells.

-- Every version of a page that operators published. A page without a row shows the text that is compiled into the service.
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

create table setting (
    key   text primary key,
    value jsonb not null
);

-- An operator enters the company's name and tax number before the shop opens: ten zeros are no tax number. No app is published
-- yet, so its links are empty and no page speaks of a download.
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
