-- Whether new products of the import become drafts instead of being published.
alter table product_import add column as_drafts boolean not null default false;
