-- Notes of staff, hidden from shoppers. Deleted when the account is erased.
create table order_note (
    note_id    bigint generated always as identity primary key,
    order_id   bigint not null,
    written_by bigint not null,
    written_at timestamptz not null,
    text       text not null,

    constraint order_note_order_fkey foreign key (order_id) references purchase (order_id),
    constraint order_note_author_check check (written_by > 0),
    constraint order_note_text_check check (length(text) between 1 and 2000)
);

create index order_note_by_order on order_note (order_id, note_id);
