-- The statements of mails, as they are sent. Written by `npm run sql`.

-- PURGE
--   The limits look back one day; two days leave a margin.
DELETE FROM mail_orders WHERE due_at < now() - interval '2 days';
