import { sql } from '#libs/database';

/** The limits look back one day; two days leave a margin. */
export const PURGE = sql<[]>(`DELETE FROM mail_orders WHERE due_at < now() - interval '2 days'`);
