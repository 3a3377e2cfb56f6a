-- Searching moves into the search index (src/search), which is a cache of the tables: what only the old way of searching needed goes, and
-- what is learnt from searches comes.

drop index product_by_words;

alter table product
    drop column search_name,
    drop column search_text;

drop extension pg_trgm;

-- One row that tells this database from any other: an index built from another one must not be taken for its own.
create table search_stamp (
    single boolean primary key default true check (single),
    stamp  uuid not null default gen_random_uuid()
);

insert into search_stamp default values;

-- How often a thing was searched for in a day, in how many of these searches nothing was found, and how many products were opened from
-- one. Nothing tells by whom; what looks like a phone number, an address or a card is never written (src/domain/searched.rs).
create table searched (
    day      date not null,
    language text not null,
    -- Folded, so that all ways of typing it are one.
    query    text not null,
    -- As it was typed last.
    typed    text not null,
    searches bigint not null default 0,
    empty    bigint not null default 0,
    opened   bigint not null default 0,
    constraint searched_pkey primary key (day, language, query),
    constraint searched_language_check check (language in ('az', 'ru', 'en')),
    constraint searched_count_check check (searches >= 0 and empty between 0 and searches and opened >= 0)
);
