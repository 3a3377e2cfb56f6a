-- Content pages and settings belong to the seo service. Deliveries need one setting: the address that support reads. It is copied
-- from that service's feed; the first value is the address that both services begin with.
create table support_address (
    single boolean primary key default true check (single),
    email  text not null
);

insert into support_address (email)
select value ->> 'email'
from setting
where key = 'contact';

drop table setting;

drop table content_version;
