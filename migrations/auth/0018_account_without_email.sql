-- A phone number is all that an account needs: whoever orders for the first time is asked for no e-mail address and no password.

alter table account
    alter column email drop not null,
    alter column password_hash drop not null,
    -- An address that is not there cannot be verified.
    add constraint account_email_verified_check check (email is not null or not email_verified);
