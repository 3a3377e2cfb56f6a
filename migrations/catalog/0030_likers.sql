-- Whoever tells the likers of a product something pages through them by account.

create index product_liker on product_like (product_id, account_id);

-- The new one begins with the same column.
drop index product_like_by_product;
