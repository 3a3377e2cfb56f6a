-- Answers by staff, which are mailed to the writer. The first one closes the ticket.
create table ticket_answer (
    answer_id  bigint generated always as identity primary key,
    ticket_id  bigint not null,
    written_by bigint not null,
    written_at timestamptz not null,
    text       text not null,

    constraint ticket_answer_ticket_fkey foreign key (ticket_id) references ticket (ticket_id) on delete cascade,
    constraint ticket_answer_author_check check (written_by > 0),
    constraint ticket_answer_text_check check (length(text) between 1 and 4000)
);

create index ticket_answer_by_ticket on ticket_answer (ticket_id, answer_id);
