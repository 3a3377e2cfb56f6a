-- Where a session is used, in two words that tell its owner which one it is. Never the agent as it came, never an address.

alter table session
    add column browser text not null default '',
    add column system  text not null default '',
    drop constraint session_end_reason_check,
    add constraint session_end_reason_check check (
        end_reason in ('sign_out', 'reuse', 'password_reset', 'password_change', 'device', 'all', 'erased')
    );
