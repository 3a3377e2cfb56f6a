-- What the shop says about itself beyond a handful of settings, and what people write to it.

-- Texts that operators published, each version as it was. A page that nobody has edited has none: it shows the text that comes
-- with the release.
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

-- What people wrote by the contact form.
create table ticket (
    ticket_id    bigint generated always as identity primary key,
    -- What it is called on the phone.
    code         text not null,
    status       text not null default 'open',
    name         text not null,
    email        text not null,
    -- E.164.
    phone_number text,
    message      text not null,
    -- What the writer reads.
    language     text not null,
    created_at   timestamptz not null,
    closed_at    timestamptz,
    constraint ticket_code_key unique (code),
    constraint ticket_status_is_known check (status in ('open', 'closed')),
    constraint ticket_is_closed_once check ((status = 'closed') = (closed_at is not null))
);

create index ticket_newest on ticket (status, ticket_id desc);

create index ticket_of_writer on ticket (email, created_at desc);

create index ticket_over on ticket (closed_at) where status = 'closed';

-- What operators did.
create table audit (
    audit_id    bigint generated always as identity primary key,
    operator_id bigint not null,
    action      text not null,
    -- A page in a language and its version, a ticket, or a part of the settings. Never personal data.
    subject     text not null,
    acted_at    timestamptz not null
);

create index audit_by_operator on audit (operator_id, acted_at);

-- The company's name and tax number are for whoever opens the shop to fill in: ten noughts are nobody's.
insert into setting (key, value)
values ('app', '{"androidUrl": "https://play.google.com/store/apps/details?id=az.sovqat.app", "iosUrl": "https://apps.apple.com/az/search?term=sovqat"}'),
       ('social', '{"instagram": "https://www.instagram.com/sovqat.az/", "facebook": "", "tiktok": "", "youtube": ""}'),
       ('chat', '{"whatsappUrl": "https://wa.me/994505550100", "telegramUrl": ""}'),
       ('office', '{"company": "Sovqat",
                    "taxNumber": "0000000000",
                    "address": {"az": "Bakı şəhəri, Azərbaycan", "ru": "г. Баку, Азербайджан", "en": "Baku, Azerbaijan"},
                    "mapUrl": "https://www.openstreetmap.org/#map=12/40.3777/49.8920",
                    "hours": [{"fromDay": 1, "untilDay": 5, "opens": "10:00", "closes": "19:00"},
                              {"fromDay": 6, "untilDay": 6, "opens": "11:00", "closes": "17:00"}]}')
on conflict (key) do nothing;
