-- For searches of `text`, staff choose another text to search for, products to show first, or both.
create table search_rule (
    rule_id        bigint generated always as identity primary key,
    text           text not null,
    -- In lower case, without diacritics and repeated spaces.
    folded         text not null,
    instead        text,
    first_products bigint[] not null default '{}',
    version        bigint not null default 1,
    changed_at     timestamptz not null,

    constraint search_rule_folded_key unique (folded),
    constraint search_rule_text_check check (length(text) between 1 and 60 and length(folded) > 0),
    constraint search_rule_instead_check check (length(instead) between 1 and 60 and instead <> text),
    constraint search_rule_first_products_check
        check (cardinality(first_products) <= 12 and array_position(first_products, null) is null),
    constraint search_rule_effect_check check (instead is not null or cardinality(first_products) > 0),
    constraint search_rule_version_check check (version > 0)
);
