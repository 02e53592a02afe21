/** A backup that cannot be made or used, and what to do; nothing was changed. */
export class BackupRefused extends Error {}

/** The first file of the archive. */
export const HEADER = 'curbcut-backup.json';
/** What was written; a backup without it is cut off. */
export const END = 'end.json';
/** The last file of a signed archive. */
export const SIGNATURE = 'signature.json';
export const FORMAT = 2;
/** Formats that are read: the first one, of v0.1.0, is the same without a signature. */
export const FORMATS: readonly number[] = [1, FORMAT];

/** The folders of the archive besides those of tables, `tables/<name>`. */
export const JOBS = 'jobs';
export const PICTURES = 'pictures';
export const folderOf = (table: string): string => `tables/${table}`;

/** What the backup is of. */
export interface Header {
  format: number;
  /** The version of Curbcut that wrote it, and of its PostgreSQL. */
  curbcut: string;
  postgres: string;
  createdAt: string;
  /** The names of all migrations that its schema has, in their order. */
  migrations: string[];
  /** A value that only its SECRET_KEY decrypts; null where none was in use. */
  keyCheck: string | null;
  /** The columns of each table, in the order of the copied rows, quoted where SQL demands it. */
  tables: { name: string; columns: string[] }[];
}

/** The content of a folder: its rows (or pictures), and the SHA-256 of its files one after the other, in hex. */
export interface ContentDigest {
  rows: number;
  sha256: string;
}

/** What must have been read when the end is reached. */
export interface End {
  parts: Record<string, ContentDigest>;
  /** SHA-256 of all bytes of the archive before this file, in hex. */
  sha256: string;
}

/** Shows who wrote a backup. */
export interface Signature {
  /** HMAC-SHA-256 of all bytes of the archive before this file, in hex. */
  hmacSha256: string;
}

/** Rows of COPY's text format: each ends with a line feed, and those within are escaped. */
export function countRows(bytes: Buffer): number {
  let rows = 0;
  for (let at = bytes.indexOf(10); at !== -1; at = bytes.indexOf(10, at + 1)) rows += 1;
  return rows;
}
