/** What any call takes beside its path, query and body. */
export interface CallOptions {
  /** Ends the call and the wait for its next attempt. */
  signal?: AbortSignal;
  /** The `ETag` of the record as it was read: the change is refused where somebody else has changed it meanwhile. */
  ifMatch?: string;
  /** The `ETag` of what is known: the call throws `not_modified` where it still fits. */
  ifNoneMatch?: string;
  /**
   * Has a `POST` make what it makes once, however often it is sent within 24 hours: it is then tried again as a `GET`
   * is.
   */
  idempotencyKey?: string;
  /** Sees the answer itself, for its status and headers; the body is read already. */
  onResponse?: (response: Response) => void;
}

type Data = { body?: unknown; path?: unknown; query?: unknown };
type PathOf<D extends Data> = D extends { path: infer P } ? P : unknown;
type QueryOf<D extends Data> = [NonNullable<D['query']>] extends [never] ? unknown : NonNullable<D['query']>;
type BodyOf<D extends Data> = [NonNullable<D['body']>] extends [never] ? unknown : Pick<D, 'body'>;

/** The path, the query, the body and the options of a call in one object. */
type Args<D extends Data> = Plain<PathOf<D> & QueryOf<D> & BodyOf<D> & CallOptions>;
type Plain<T> = { [K in keyof T]: T[K] };

/** What the answers of a call have as body. */
type Answer<R> = R[keyof R];

/** The answer of a call: its body alone, or with what its headers say. */
export interface Answered<T> extends Promise<T> {
  /** The body, the `ETag` of a record for the `ifMatch` of its change, and the answer itself; the call is sent once. */
  withResponse: () => Promise<{ data: T; etag: string | undefined; response: Response }>;
}

/** A call: one object in, the body of the answer out. @throws CurbcutError */
export type Call<D extends Data, R> =
  Partial<Args<D>> extends Args<D> ? (args?: Args<D>) => Answered<Answer<R>> : (args: Args<D>) => Answered<Answer<R>>;

/**
 * The records of a list, page by page as they are asked for, by cursors; by `createdAt` unless told. @throws
 * CurbcutError
 */
export type All<D extends Data, R, Records extends keyof Answer<R>> = (
  args: Omit<
    Args<D>,
    'page' | 'after' | 'format' | 'total' | 'onResponse' | 'ifMatch' | 'ifNoneMatch' | 'idempotencyKey'
  >,
) => AsyncGenerator<Answer<R>[Records] extends readonly (infer Item)[] ? Item : never, void, undefined>;
