import { AsyncLocalStorage } from 'node:async_hooks';

export { readableForwarded } from './forwarded.js';

/** The actor: a person, an API key, or the service itself. */
export interface Actor {
  kind: 'user' | 'api_key' | 'system';
  id: string | null;
  name: string;
  /** Whether this person's session has passed the second factor that the account has now. */
  passedFactor?: boolean;
  /** The session in which this person acts, and whether it is fresh. */
  session?: { id: string; fresh: boolean };
}

/** The origin of a request. */
export interface Origin {
  address: string | null;
  userAgent: string | null;
}

/** Whose work a request is, as places for it are shared. */
export interface Work {
  account: string;
  organization?: string;
}

/** The context of the current request, for logs, problem documents and events. */
export interface RequestContext {
  id: string;
  actor: Actor;
  origin: Origin;
  /** The header `If-Match`: the revisions of a record for which a change is meant. */
  ifMatch: string | null;
  /**
   * Where in the log of the database the last write of the caller's session or key ends; null: it is nothing that
   * standbys could lack.
   */
  writtenTo: string | null;
  /** Notes with the session or key that it has just written; undefined: nobody asks. */
  noteWrite?: () => Promise<unknown>;
  /** On whose account it is worked for; undefined: of the network that it comes from. */
  work?: Work;
  /** The time zone of the organization that it is about, in which its days end; undefined: UTC. */
  timeZone?: string;
  /** To be called when the caller goes before the answer; undefined: nobody looks. */
  onGone?: Set<() => void>;
  /** Whether it may write although the service is read-only. */
  mayWrite?: true;
  /** Whether nothing is lost where a statement ends with its caller: it only reads. */
  endsWithCaller?: boolean;
  /**
   * A statement of this organization that belongs into the transaction of each change that the request makes, at its
   * end.
   */
  settle?: { organizationId: string; statement: readonly [text: string, values: readonly unknown[]] };
  /**
   * What it is traced as, made by `#libs/tracing`; undefined: it is not. Here, because a second store would cost every
   * request.
   */
  span?: object;
}

/** Work that nobody has asked for over HTTP. */
type OwnContext = Omit<RequestContext, 'id'> & { id: null };

const SYSTEM: Actor = { kind: 'system', id: null, name: 'Curbcut' };
const NOWHERE: Origin = { address: null, userAgent: null };
const LONGEST_AGENT = 500;
const OWN: OwnContext = { id: null, actor: SYSTEM, origin: NOWHERE, ifMatch: null, writtenTo: null };
const storage = new AsyncLocalStorage<RequestContext | OwnContext>();

/** Runs `work`, and all it awaits, as the request with this id. */
export function asRequest<T>(
  id: string,
  work: () => T,
  origin = NOWHERE,
  ifMatch: string | null = null,
  span?: object,
): T {
  return storage.run({ id, actor: SYSTEM, origin, ifMatch, writtenTo: null, span }, work);
}

/** Runs work of the service's own, and all it awaits, as what this span tells of. */
export const asTraced = <T>(span: object, work: () => T): T => storage.run({ ...OWN, span }, work);

/** Runs work of the service's own, and all it awaits, outside of the request that happens to begin it. */
export const asService = <T>(work: () => T): T => storage.run({ ...OWN }, work);

/** The current request; outside of a request the actor is the service itself. */
export function currentRequest(): RequestContext | OwnContext {
  return storage.getStore() ?? { ...OWN };
}

/** Sets the actor of the current request. */
export function actAs(actor: Actor): void {
  const context = storage.getStore();
  if (context) context.actor = actor;
}

/** Sets on whose account the current request is worked for. */
export function workFor(work: Work): void {
  const context = storage.getStore();
  if (context) context.work = work;
}

/** Says in which time zone the days of the current request end. */
export function countDaysIn(timeZone: string): void {
  const context = storage.getStore();
  if (context) context.timeZone = timeZone;
}

/** Lets the current request write although the service is read-only. */
export function allowWrites(): void {
  const context = storage.getStore();
  if (context) context.mayWrite = true;
}

/**
 * Has the caller of the current request watched; returns what is to be called when they are gone. @param reads whether
 * it changes nothing
 */
export function watchCaller(reads: boolean): () => void {
  const onGone = new Set<() => void>();
  const context = storage.getStore();
  if (context) Object.assign(context, { onGone, endsWithCaller: reads });
  return () => {
    for (const leave of onGone) leave();
  };
}

/** Has this called when the caller of the current request is gone; returns how to take that back. */
export function onCallerGone(leave: () => void): () => void {
  const onGone = storage.getStore()?.onGone;
  onGone?.add(leave);
  return () => void onGone?.delete(leave);
}

/** Says what the caller has written before, and how to note that it has written. */
export function followWrites(writtenTo: string | null, noteWrite: () => Promise<unknown>): void {
  const context = storage.getStore();
  if (context) Object.assign(context, { writtenTo, noteWrite });
}

/** Says what belongs into the transaction of the change that the current request makes. */
export function settleWith(settle: NonNullable<RequestContext['settle']>): void {
  const context = storage.getStore();
  if (context) context.settle = settle;
}

/** The origin of a request; the user agent is cut and made storable. */
export function originOf(request: { ip?: string; headers: { 'user-agent'?: string } }): Origin {
  const agent = request.headers['user-agent'];
  return { address: request.ip ?? null, userAgent: agent?.slice(0, LONGEST_AGENT).toWellFormed() ?? null };
}
