-- The statements of pictures, as they are sent. Written by `npm run sql`.

-- PICTURES_TO_FETCH
--   Pictures that are named and not fetched; the rest an hour later.
--   returns userId uuid, address text
SELECT id AS "userId", image_to_fetch AS address FROM users WHERE image_to_fetch IS NOT NULL ORDER BY id LIMIT 1000;
