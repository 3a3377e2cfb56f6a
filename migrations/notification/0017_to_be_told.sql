-- Whom of a page of a fan-out to tell in the shop (src/db/fanout.rs): who wants it, has not left and was not told of it before. The page
-- is in ascending order. What it takes of choices and of those who left is a range, read once; asked for each account by itself, and with
-- `on conflict` instead of the last question, a page took a quarter longer. Planned as in `told_of`: whether somebody was told is one
-- look into the index for each, however few notifications there were when a connection first asked.

create function to_be_told(audience bigint[], about text, by_default boolean, heard text) returns setof bigint
language sql stable
set enable_seqscan = off
as $$
    select account_id
    from unnest(audience) as listener (account_id)
    where by_default <> (
              account_id in (
                  select choice.account_id
                  from choice
                  where choice.account_id between audience[1] and audience[cardinality(audience)]
                    and choice.topic = about
                    and ('in_app' = any (choice.ways)) <> by_default
              ))
      and account_id not in (
              select departed.account_id
              from departed
              where departed.account_id between audience[1] and audience[cardinality(audience)]
          )
      -- With a limit it is asked for each, and never joined: all who were told of it are many, and there are more with each page.
      and (
              select true from notification where notification.account_id = listener.account_id and occasion = heard limit 1
          ) is null
$$;
