-- Items that keep failing are tried less and less often, and once a day in the end (kit::worker::retry).
alter table refund add column restock_failures integer not null default 0;
alter table wholesale_letter add column failures integer not null default 0;
