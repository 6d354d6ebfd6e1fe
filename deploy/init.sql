-- What an administrator does once (docs/scale.md, "Roles and rights"); the passwords come from
-- the environment of the database's container.
\set owner_password `echo "$LAMINA_OWNER_PASSWORD"`
\set app_password `echo "$LAMINA_APP_PASSWORD"`
CREATE ROLE lamina_owner LOGIN PASSWORD :'owner_password';
CREATE ROLE lamina_app LOGIN PASSWORD :'app_password';
CREATE DATABASE lamina OWNER lamina_owner;
\connect lamina
CREATE EXTENSION vector;
