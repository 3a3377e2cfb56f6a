-- Whoever looks at their notifications hears of every change at once, and misses none. Both are kept here and not by those who write:
-- nobody can forget to.

-- Ids are given in the order in which transactions end, so that who knows one id has seen everything before it. Without turns a
-- younger id could show itself while an older one was still being written, and whoever then asks for what came after the younger
-- would never be told of the older.
create function notification_takes_its_turn() returns trigger language plpgsql as $$
begin
    perform pg_advisory_xact_lock(hashtext('sovqat.notification.turn'));
    return null;
end $$;

create trigger notification_comes_in_turn before insert on notification
    for each statement execute function notification_takes_its_turn();

-- A notice carries less than 8,000 bytes: 350 of the longest ids.
create function wake_readers(accounts bigint[]) returns void language plpgsql as $$
begin
    perform pg_notify('notification_changed', string_agg(woken.account_id::text, ','))
    from unnest(accounts) with ordinality as woken (account_id, place)
    group by (woken.place - 1) / 350;
end $$;

create function notification_is_told() returns trigger language plpgsql as $$
begin
    perform wake_readers(array(select distinct account_id from told));
    return null;
end $$;

create trigger notification_told after insert on notification
    referencing new table as told
    for each statement execute function notification_is_told();

-- For the other windows of whoever reads.
create function notification_is_read() returns trigger language plpgsql as $$
begin
    perform wake_readers(array(
        select distinct after.account_id
        from after
        join before using (notification_id)
        where before.viewed_at is null and after.viewed_at is not null
    ));
    return null;
end $$;

create trigger notification_read after update on notification
    referencing old table as before new table as after
    for each statement execute function notification_is_read();

-- A list is read in the order in which it was told, which is also how it grows under the reader's eyes.
create index notification_in_turn on notification (account_id, notification_id desc);

drop index notification_newest;
