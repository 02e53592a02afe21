import { sqlState } from '#libs/database';

/**
 * What to do about errors of PostgreSQL (by SQLSTATE) and of the connection to it whose own words say only what is
 * wrong.
 */
const ADVICE: Readonly<Record<string, string>> = {
  '28P01': 'Check the password in DATABASE_URL.',
  '3D000': 'Create it (CREATE DATABASE), or name another one in DATABASE_URL.',
  '42501': 'The role of DATABASE_URL must own the database and all its objects, or have the rights on them.',
  '53100': 'Free space on the disk of the database, and try again.',
  ECONNREFUSED: 'Check that the PostgreSQL server of DATABASE_URL is running and reachable from here.',
};
/** What the driver and TypeORM say when a server has gone under them. */
const CUT_OFF = /^(Connection terminated|Query runner already released|(read|write) (ECONNRESET|EPIPE))/;

/** What a command that has failed says: what is wrong, and what to do where that is known. */
export function messageOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  if (CUT_OFF.test(error.message))
    return 'PostgreSQL closed the connection; see its log (for the embedded one, DATA_DIR/postgres/postgres.log).';
  const code = sqlState(error) ?? '';
  // That of several addresses that all refuse has no message of its own.
  const message = error.message || code;
  const advice = ADVICE[code];
  return advice ? `${message}. ${advice}` : message;
}
