-- Baskets of guests that were moved to an account's cart. A browser whose connection broke off sends the same basket with the same key
-- again, and is told what became of it without anything being added twice.
create table cart_merge (
    account_id   bigint not null,
    request_key  text not null,
    request_hash bytea not null,
    -- For each line of the basket what became of it: `domain::merge::Merged`.
    outcomes     jsonb not null,
    merged_at    timestamptz not null,
    constraint cart_merge_pkey primary key (account_id, request_key),
    constraint cart_merge_account_id_fkey foreign key (account_id) references cart (account_id) on delete cascade,
    constraint cart_merge_request_key_check check (length(request_key) between 8 and 128),
    constraint cart_merge_outcomes_check check (jsonb_typeof(outcomes) = 'array')
);
