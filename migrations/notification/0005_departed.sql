-- Accounts that are no more. Each service's news comes at its own pace, so an order may be heard of after whoever placed it has left:
-- nobody is told of it then.

create table departed (
    account_id bigint primary key
);
