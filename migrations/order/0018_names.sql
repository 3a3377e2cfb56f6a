-- How a line was called in every language when it was ordered: an order is read in another language than it was placed in.
alter table purchase_line
    add column names jsonb not null default '{}',
    add column size_names jsonb not null default '{}',
    add constraint purchase_line_names_check
        check (jsonb_typeof(names) = 'object' and jsonb_typeof(size_names) = 'object');
