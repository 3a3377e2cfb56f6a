-- Pages that changed and that search engines have not been told of yet. See services/seo/src/app/tell.rs.

create table indexnow_change (
    kind       text not null check (kind in ('product', 'store')),
    subject_id bigint not null,
    -- A store says its own with what it announces; a product's is asked for when it is told.
    slug       text,
    -- Counts every change, so that one that comes while the page is being told is not taken for told.
    times      bigint not null default 1,
    -- When it changed first since it was told last.
    changed_at timestamptz not null,
    primary key (kind, subject_id)
);

create index indexnow_change_by_age on indexnow_change (changed_at);

-- Whose turn it is to tell: one replica's at a time, and nobody's while search engines want to be left alone.
create table indexnow_turn (
    single     boolean primary key default true check (single),
    not_before timestamptz not null,
    -- In a row.
    failures   integer not null
);

insert into indexnow_turn (not_before, failures) values (to_timestamp(0), 0);
