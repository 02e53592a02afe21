/**
 * What a request reads with the product of its path, in the statement that finds this. That is sent with the one that
 * tells who calls, so the answer waits for one round trip; nothing of it leaves before access is decided.
 */
export interface ProductRead<T = unknown> {
  /** What the caller is told does not exist where nothing is found. */
  what: string;
  /** The variable of the path that has the number of a record: `$3`. */
  number?: string;
  /** A SELECT of one row at most, about the product `p` of the organization `$1`. */
  sql: string;
  /** Undefined where nothing was found. */
  read(row: Readonly<Record<string, unknown>>): T | undefined;
  /** Why there is no record of a number, where that may have reasons. */
  missing?(product: { organizationId: string; id: string }, number: number): Promise<Error>;
}

/** A provider that says what endpoints with `reads` get as `@CurrentRecord`; asked once for each of them. */
export interface ReadWithProduct {
  withProduct(): ProductRead;
}
