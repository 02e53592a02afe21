import { AsyncLocalStorage } from 'node:async_hooks';

/** The actor: a person, an API key, or the service itself. */
export interface Actor {
  kind: 'user' | 'api_key' | 'system';
  id: string | null;
  name: string;
  /** Whether this person's session has passed the second factor that the account has now. */
  passedFactor?: boolean;
}

/** The origin of a request. */
export interface Origin {
  address: string | null;
  userAgent: string | null;
}

/** The context of the current request, for logs, problem documents and events. */
export interface RequestContext {
  id: string;
  actor: Actor;
  origin: Origin;
  /** The header `If-Match`: the revisions of a record for which a change is meant. */
  ifMatch: string | null;
  /** Where in the log of the database the last write of the caller's session or key ends; null: it is nothing that standbys could lack. */
  writtenTo: string | null;
  /** Notes with the session or key that it has just written; undefined: nobody asks. */
  noteWrite?: () => Promise<unknown>;
}

const SYSTEM: Actor = { kind: 'system', id: null, name: 'Curbcut' };
const NOWHERE: Origin = { address: null, userAgent: null };
const LONGEST_AGENT = 500;
const storage = new AsyncLocalStorage<RequestContext>();

/** Runs `work`, and all it awaits, as the request with this id. */
export function asRequest<T>(id: string, work: () => T, origin = NOWHERE, ifMatch: string | null = null): T {
  return storage.run({ id, actor: SYSTEM, origin, ifMatch, writtenTo: null }, work);
}

/** The current request; outside of a request the actor is the service itself. */
export function currentRequest(): RequestContext | (Omit<RequestContext, 'id'> & { id: null }) {
  return storage.getStore() ?? { id: null, actor: SYSTEM, origin: NOWHERE, ifMatch: null, writtenTo: null };
}

/** Sets the actor of the current request. */
export function actAs(actor: Actor): void {
  const context = storage.getStore();
  if (context) context.actor = actor;
}

/** Says what the caller has written before, and how to note that it has written. */
export function followWrites(writtenTo: string | null, noteWrite: () => Promise<unknown>): void {
  const context = storage.getStore();
  if (context) Object.assign(context, { writtenTo, noteWrite });
}

/** The origin of a request; the user agent is cut and made storable. */
export function originOf(request: { ip?: string; headers: { 'user-agent'?: string } }): Origin {
  const agent = request.headers['user-agent'];
  return { address: request.ip ?? null, userAgent: agent?.slice(0, LONGEST_AGENT).toWellFormed() ?? null };
}
