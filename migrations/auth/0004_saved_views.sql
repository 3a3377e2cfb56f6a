-- Filters of lists that staff have saved.
create table saved_view (
    view_id    bigint generated always as identity primary key,
    account_id bigint not null,
    -- A key of the web app, such as `orders`.
    list       text not null,
    name       text not null,
    query      text not null,
    -- The list opens with this view.
    is_default boolean not null,
    created_at timestamptz not null,

    constraint saved_view_account_fkey foreign key (account_id) references account on delete cascade,
    constraint saved_view_name_key unique (account_id, list, name),
    constraint saved_view_list_check check (list ~ '^[a-z][a-z-]{0,39}$'),
    constraint saved_view_name_check check (length(name) between 1 and 60),
    constraint saved_view_query_check check (length(query) between 1 and 2000)
);

create unique index saved_view_default on saved_view (account_id, list) where is_default;
