alter table product_import add column as_drafts boolean not null default false;
