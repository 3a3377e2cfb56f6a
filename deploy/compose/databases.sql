-- `<service>_owner` migrates; `<service>_serving` reads and writes rows. Run once by a superuser.
\set ON_ERROR_STOP on
\getenv owner_password POSTGRES_OWNER_PASSWORD
\getenv serving_password POSTGRES_SERVING_PASSWORD
create temporary table service as select unnest(array['auth', 'catalog', 'order', 'store', 'notification', 'seo']) as name;

select format('create role %I login password %L', name || '_owner', :'owner_password') from service \gexec
select format('create role %I login password %L', name || '_serving', :'serving_password') from service \gexec
select format('create database %I owner %I', name, name || '_owner') from service \gexec
select format('revoke all on database %I from public', name) from service \gexec
select format('grant connect on database %I to %I', name, name || '_serving') from service \gexec
