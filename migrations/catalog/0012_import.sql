-- How far the import of a file has come. It moves in the transaction of each batch, so an import that is killed goes on
-- where it was, and never writes a row twice.

create table import_job (
    import_job_id bigint generated always as identity primary key,
    -- Of the whole file: it is what names a job.
    digest        bytea not null,
    byte          bigint not null default 0,
    line          bigint not null default 0,
    fresh         bigint not null default 0,
    changed       bigint not null default 0,
    same          bigint not null default 0,
    refused       bigint not null default 0,
    -- As long was the report of what was refused: what an import that was killed wrote beyond it is written again.
    report_bytes  bigint not null default 0,
    started_at    timestamptz not null,
    finished_at   timestamptz,
    constraint import_job_digest_key unique (digest)
);

-- Which line a product was written from: another line of the same file that says otherwise is told from a newer file. Not a foreign
-- key: nobody is helped by checking it a million times.
alter table product_source
    add column import_job_id bigint,
    add column line bigint;
