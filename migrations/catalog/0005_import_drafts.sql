-- Whether the new products of an import are saved as drafts, instead of being put on sale at once.
alter table product_import add column as_drafts boolean not null default false;
