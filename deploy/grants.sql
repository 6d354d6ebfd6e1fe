-- What lamina_owner runs after the tables were made: the third block of docs/scale.md.
GRANT USAGE ON SCHEMA lamina, lamina_queue TO lamina_app;
GRANT SELECT, INSERT, UPDATE, DELETE ON ALL TABLES IN SCHEMA lamina, lamina_queue TO lamina_app;
GRANT USAGE ON ALL SEQUENCES IN SCHEMA lamina, lamina_queue TO lamina_app;
REVOKE INSERT, UPDATE, DELETE ON lamina.version, lamina_queue.version FROM lamina_app;
ALTER DEFAULT PRIVILEGES IN SCHEMA lamina, lamina_queue
    GRANT SELECT, INSERT, UPDATE, DELETE ON TABLES TO lamina_app;
ALTER DEFAULT PRIVILEGES IN SCHEMA lamina, lamina_queue GRANT USAGE ON SEQUENCES TO lamina_app;
