-- Who uploaded pictures of their own, and when: there is a limit for a day. Deleted with the account, and after a day by whoever uploads next.
create table picture_upload (
    picture_upload_id bigint generated always as identity primary key,
    account_id        bigint not null,
    uploaded_at       timestamptz not null
);

create index picture_upload_by_account on picture_upload (account_id, uploaded_at);
