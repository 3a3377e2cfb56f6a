-- Referrals: purchases that bloggers bring through their lists and links, and what they earn by them. Amounts are in qəpik.

alter table cart_line
    -- The blogger's account, found when the product was put in.
    add column referrer_id         bigint,
    -- Null for a link with the blogger's code.
    add column referral_list_id    bigint,
    add column referral_clicked_at timestamptz,
    add constraint cart_line_referral_check check (
        (referrer_id is null) = (referral_clicked_at is null) and (referrer_id is not null or referral_list_id is null)
    );

-- How much of a line its blogger earns. Rules that name categories or stores go before those that do not; of several, the one
-- with the highest rate applies.
create table influencer_rule (
    influencer_rule_id bigint generated always as identity primary key,
    -- The name of the rule on the blogger's page: {"az": …, "ru": …, "en": …}.
    title              jsonb not null,
    -- Hundredths of a per cent of what is paid for the line.
    basis_points       bigint not null,
    -- Any of these with all below them; everything when empty.
    category_ids       bigint[] not null default '{}',
    store_ids          bigint[] not null default '{}',
    -- A campaign has a beginning and an end; the usual rates have none.
    starts_at          timestamptz,
    ends_at            timestamptz,
    constraint influencer_rule_rate_check check (basis_points between 1 and 10000),
    constraint influencer_rule_period_check check (starts_at < ends_at),
    constraint influencer_rule_title_check check (title ?& array['az', 'ru', 'en'])
);

-- A line that somebody bought after a click on a blogger's list or link.
create table line_referral (
    line_id             bigint primary key,
    order_id            bigint not null,
    -- The blogger.
    holder_id           bigint not null,
    -- Null for a link with the blogger's code.
    list_id             bigint,
    product_id          bigint not null,
    clicked_at          timestamptz not null,
    placed_at           timestamptz not null,
    -- Why the blogger earns nothing by it. Null when they earn.
    bar                 text,
    -- Earnings of the whole line once it is delivered, by the rules of the day it was ordered.
    promised            bigint not null,
    -- Booked at the delivery, and taken back of that because goods were returned.
    earned              bigint not null default 0,
    taken_back          bigint not null default 0,
    earned_at           timestamptz,
    -- From then on it can be paid out: the goods can no longer be given back.
    matures_at          timestamptz,
    -- The order, or the list or the product in it, is counted once, by the first of its lines.
    is_first            boolean not null,
    is_first_of_list    boolean not null,
    is_first_of_product boolean not null,
    -- The order counts in `influencer_day`. False before it is placed and after it is called off.
    is_counted          boolean not null default false,
    constraint line_referral_line_fkey foreign key (line_id) references purchase_line (line_id),
    constraint line_referral_order_fkey foreign key (order_id) references purchase (order_id),
    constraint line_referral_holder_fkey foreign key (holder_id) references holder (holder_id),
    constraint line_referral_bar_check check (bar in ('own_purchase', 'own_device', 'own_address')),
    constraint line_referral_click_check check (clicked_at <= placed_at and placed_at - clicked_at <= interval '30 days'),
    constraint line_referral_amounts_check
        check (promised >= 0 and earned in (0, promised) and taken_back between 0 and earned),
    constraint line_referral_barred_check check (bar is null or (promised = 0 and not is_counted)),
    constraint line_referral_earned_check check (
        (earned_at is null) = (matures_at is null) and earned_at <= matures_at and (earned = 0 or earned_at is not null)
    )
);

create index line_referral_by_order on line_referral (order_id);
create index line_referral_pending on line_referral (holder_id, matures_at) include (earned, taken_back) where earned > 0;

-- Sums of each blogger's entries in the ledger, kept up to date by a trigger, so that no request adds up an account of
-- any length. The balance is what we owe; it is below nothing when goods came back after the money was paid out.
create table influencer_account (
    holder_id  bigint primary key,
    balance    bigint not null,
    earned     bigint not null,
    taken_back bigint not null,
    -- How many entries there are.
    postings   bigint not null,
    constraint influencer_account_holder_fkey foreign key (holder_id) references holder (holder_id)
);

-- The entries of each blogger, numbered, with the balance after each.
create table influencer_posting (
    holder_id   bigint not null,
    number      bigint not null,
    movement_id bigint not null,
    amount      bigint not null,
    balance     bigint not null,
    constraint influencer_posting_pkey primary key (holder_id, number),
    constraint influencer_posting_movement_key unique (movement_id, holder_id),
    constraint influencer_posting_holder_fkey foreign key (holder_id) references holder (holder_id),
    constraint influencer_posting_movement_fkey foreign key (movement_id) references movement (movement_id)
);

create function post_influencer_entry() returns trigger language plpgsql as $$
declare
    kind_of text;
    gained bigint := -new.amount;
begin
    select kind into kind_of from movement where movement_id = new.movement_id;
    with changed as (
        insert into influencer_account as account (holder_id, balance, earned, taken_back, postings)
        values (
            new.holder_id, gained, case when kind_of = 'influencer_earned' then gained else 0 end,
            case when kind_of = 'influencer_taken_back' then -gained else 0 end, 1
        )
        on conflict (holder_id) do update
        set balance = account.balance + excluded.balance, earned = account.earned + excluded.earned,
            taken_back = account.taken_back + excluded.taken_back, postings = account.postings + 1
        returning holder_id, postings, balance
    )
    insert into influencer_posting (holder_id, number, movement_id, amount, balance)
    select holder_id, postings, new.movement_id, gained, balance from changed;
    return null;
end $$;

create trigger influencer_entry_is_posted after insert on entry
    for each row when (new.account = 'payable_influencer') execute function post_influencer_entry();

-- Refuses writes to these two tables except by the trigger above.
create function only_ledger_writes() returns trigger language plpgsql as $$
begin
    if pg_trigger_depth() < 2 then
        raise exception 'balances of bloggers are written by the ledger alone' using errcode = 'check_violation';
    end if;
    return new;
end $$;

create trigger influencer_account_follows before insert or update or delete on influencer_account
    for each row execute function only_ledger_writes();
create trigger influencer_posting_follows before insert or update or delete on influencer_posting
    for each row execute function only_ledger_writes();

-- Compares what lines of an order have earned with the ledger. Runs at the commit, when both are written.
create function check_influencer_order(order_of bigint, holder_of bigint) returns void language plpgsql as $$
begin
    if (
        select coalesce(-sum(entry.amount), 0)
        from movement
        join entry on entry.movement_id = movement.movement_id
        where movement.order_id = order_of
          and movement.kind in ('influencer_earned', 'influencer_taken_back')
          and entry.account = 'payable_influencer'
          and entry.holder_id = holder_of
    ) <> (
        select coalesce(sum(earned - taken_back), 0)
        from line_referral
        where order_id = order_of and holder_id = holder_of
    ) then
        raise exception 'earnings of order % differ from the ledger', order_of using errcode = 'check_violation';
    end if;
end $$;

create function line_referral_matches_ledger() returns trigger language plpgsql as $$
begin
    perform check_influencer_order(new.order_id, new.holder_id);
    return null;
end $$;

create constraint trigger line_referral_is_booked after insert or update of earned, taken_back on line_referral
    deferrable initially deferred for each row execute function line_referral_matches_ledger();

create function influencer_entry_matches_lines() returns trigger language plpgsql as $$
declare
    order_of bigint;
begin
    select order_id
    into order_of
    from movement
    where movement_id = new.movement_id and kind in ('influencer_earned', 'influencer_taken_back');
    if order_of is not null then
        perform check_influencer_order(order_of, new.holder_id);
    end if;
    return null;
end $$;

create constraint trigger influencer_entry_is_of_lines after insert on entry
    deferrable initially deferred for each row when (new.account = 'payable_influencer')
    execute function influencer_entry_matches_lines();

-- A blogger's figures of one day in Baku, by list and product. Only counts: what is owed is in the ledger.
create table influencer_day (
    holder_id      bigint not null,
    day            date not null,
    -- 0 for a link with the blogger's code.
    list_id        bigint not null,
    -- 0 for a click that led to no product.
    product_id     bigint not null,
    clicks         bigint not null default 0,
    -- Orders that were placed on the day and not called off; an order counts once for each of the three.
    orders         bigint not null default 0,
    list_orders    bigint not null default 0,
    product_orders bigint not null default 0,
    -- Booked on the day of the delivery and on the day of the return.
    earned         bigint not null default 0,
    taken_back     bigint not null default 0,
    constraint influencer_day_pkey primary key (holder_id, day, list_id, product_id),
    constraint influencer_day_holder_fkey foreign key (holder_id) references holder (holder_id),
    constraint influencer_day_counts_check check (
        clicks >= 0 and orders >= 0 and list_orders >= 0 and product_orders >= 0 and earned >= 0 and taken_back >= 0
    )
);

-- Clicks that count already: one a visitor and day. The visitor is a keyed hash that changes every day; rows are deleted when
-- their day is over.
create table influencer_click (
    day        date not null,
    visitor    bytea not null,
    holder_id  bigint not null,
    list_id    bigint not null,
    product_id bigint not null,
    constraint influencer_click_pkey primary key (day, visitor, holder_id, list_id, product_id),
    constraint influencer_click_visitor_check check (octet_length(visitor) = 32)
);
