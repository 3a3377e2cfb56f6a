-- Links of bloggers (`?ref=CODE`), and what shows that a blogger buys through a link of their own.

-- Made when the account becomes a blogger, and kept from then on: links with it are out in the world.
alter table account add column referral_code text;

-- Bloggers of the time before this migration.
update account set referral_code = 'blogger-' || account_id where is_blogger;

alter table account
    add constraint account_referral_code_key unique (referral_code),
    add constraint account_referral_code_check
        check (referral_code ~ '^[a-z0-9]+(-[a-z0-9]+)*$' and length(referral_code) between 3 and 40),
    add constraint account_blogger_has_code_check check (not is_blogger or referral_code is not null);

-- SHA-256 of the random name that a browser gives itself at sign-in. Null for a browser that sent none.
alter table session
    add column device_hash bytea,
    add constraint session_device_hash_check check (octet_length(device_hash) = 32);

-- Browsers in which an account has signed in. Outlives the session: signing out does not make it another browser.
create table account_device (
    device_hash bytea not null,
    account_id  bigint not null,
    seen_at     timestamptz not null,
    constraint account_device_pkey primary key (device_hash, account_id),
    constraint account_device_account_fkey foreign key (account_id) references account on delete cascade,
    constraint account_device_hash_check check (octet_length(device_hash) = 32)
);

create index account_device_by_account on account_device (account_id);

-- For the sweeper.
create index account_device_by_age on account_device (seen_at);
