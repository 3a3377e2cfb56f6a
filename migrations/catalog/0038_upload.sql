-- Each row is one upload by a shopper. The rows enforce a daily limit. They are deleted with the account.
create table picture_upload (
    picture_upload_id bigint generated always as identity primary key,
    account_id        bigint not null,
    uploaded_at       timestamptz not null
);

create index picture_upload_by_account on picture_upload (account_id, uploaded_at);
