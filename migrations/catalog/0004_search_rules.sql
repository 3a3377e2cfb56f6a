-- Rules of staff for a search text: the text that is searched for instead, and the products that are shown first.
create table search_rule (
    rule_id        bigint generated always as identity primary key,
    -- As staff typed it.
    text           text not null,
    -- The text in lower case, without diacritics and repeated spaces. A search finds its rule by this key.
    folded         text not null,
    instead        text,
    -- In display order. Ids of products that are not for sale are ignored.
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
