-- The statements of app, as they are sent. Written by `npm run sql`.

-- KEY_CHECK
--   A value that the key of this database has sealed; no row where there is none yet.
--   returns sealed text
SELECT sealed FROM secret_key_check;

-- STORE_KEY_CHECK
--   $1 sealed: text
INSERT INTO secret_key_check (sealed) VALUES ($1) ON CONFLICT (only_row) DO UPDATE SET sealed = excluded.sealed;
