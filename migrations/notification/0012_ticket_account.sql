-- Whose a ticket is, where its writer was signed in: it is forgotten with the account.

alter table ticket add column account_id bigint;

create index ticket_of_account on ticket (account_id) where account_id is not null;
