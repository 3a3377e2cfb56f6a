-- Referrals: what bloggers earn with orders after a click on their links. Amounts are in qəpik.

-- Rates of bloggers' earnings. Rules with categories or stores take precedence; then the highest rate applies.
create table influencer_rule (
    influencer_rule_id bigint generated always as identity primary key,
    title              jsonb not null,
    basis_points       bigint not null,
    -- Empty means all.
    category_ids       bigint[] not null default '{}',
    store_ids          bigint[] not null default '{}',
    -- Null for permanent rates.
    starts_at          timestamptz,
    ends_at            timestamptz,
    constraint influencer_rule_rate_check check (basis_points between 1 and 10000),
    constraint influencer_rule_period_check check (starts_at < ends_at),
    constraint influencer_rule_title_check check (title ?& array['az', 'ru', 'en'])
);

-- Order lines that were bought after a click on a blogger's list or link.
create table line_referral (
    line_id             bigint primary key,
    order_id            bigint not null,
    holder_id           bigint not null,
    -- Null for a link with the blogger's code.
    list_id             bigint,
    product_id          bigint not null,
    clicked_at          timestamptz not null,
    placed_at           timestamptz not null,
    -- Why the line earns nothing: the blogger is the shopper, or has the same device or address.
    bar                 text,
    -- Earned if the order is delivered.
    promised            bigint not null,
    earned              bigint not null default 0,
    taken_back          bigint not null default 0,
    earned_at           timestamptz,
    matures_at          timestamptz,
    -- An order counts once in each column of `influencer_day` (below): its first line of the blogger in `orders`, of a
    -- list in `list_orders`, and of a product in `product_orders`.
    is_first            boolean not null,
    is_first_of_list    boolean not null,
    is_first_of_product boolean not null,
    -- Whether these counts contain the line. A cancelled order is taken out.
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

-- Clicks, orders and earnings of one day, for display; the ledger has the amounts owed.
create table influencer_day (
    holder_id      bigint not null,
    day            date not null,
    -- 0 for a link with the blogger's code.
    list_id        bigint not null,
    -- 0 for a click that led to no product.
    product_id     bigint not null,
    clicks         bigint not null default 0,
    orders         bigint not null default 0,
    list_orders    bigint not null default 0,
    product_orders bigint not null default 0,
    earned         bigint not null default 0,
    taken_back     bigint not null default 0,
    constraint influencer_day_pkey primary key (holder_id, day, list_id, product_id),
    constraint influencer_day_holder_fkey foreign key (holder_id) references holder (holder_id),
    constraint influencer_day_counts_check check (
        clicks >= 0 and orders >= 0 and list_orders >= 0 and product_orders >= 0 and earned >= 0 and taken_back >= 0
    )
);

-- Clicks by day, so that a visitor counts once. Visitors are keyed hashes that change daily.
create table influencer_click (
    day        date not null,
    visitor    bytea not null,
    holder_id  bigint not null,
    list_id    bigint not null,
    product_id bigint not null,
    constraint influencer_click_pkey primary key (day, visitor, holder_id, list_id, product_id),
    constraint influencer_click_visitor_check check (octet_length(visitor) = 32)
);
