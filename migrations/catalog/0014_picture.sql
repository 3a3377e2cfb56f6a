-- Pictures that were uploaded. What is kept of one lies in the media store under its hash; a row means that all of it is there.

create table picture (
    picture_id  bigint generated always as identity primary key,
    hash        text not null,
    -- Of the largest that was made.
    width       integer not null,
    height      integer not null,
    uploaded_at timestamptz not null,
    constraint picture_hash_key unique (hash),
    constraint picture_size_check check (width > 0 and height > 0)
);
