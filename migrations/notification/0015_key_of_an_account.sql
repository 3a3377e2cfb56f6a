-- A notification is always somebody's and is looked for among theirs, so its key begins with them and is read both ways: one index less to
-- write for each of a million followers. The identity gives no number twice.

alter table notification
    drop constraint notification_pkey,
    add constraint notification_pkey primary key (account_id, notification_id);

drop index notification_in_turn;
