import { AsyncLocalStorage } from 'node:async_hooks';

/** Who acts: a person, an API key, or the service itself. */
export interface Actor {
  kind: 'user' | 'api_key' | 'system';
  id: string | null;
  name: string;
}

/** What belongs to the request under way, wherever in the code it is needed: for logs, problems and events. */
export interface RequestContext {
  id: string;
  actor: Actor;
}

const SYSTEM: Actor = { kind: 'system', id: null, name: 'Curbcut' };
const storage = new AsyncLocalStorage<RequestContext>();

/** Runs `work`, and all it awaits, as the request with this id. */
export function asRequest<T>(id: string, work: () => T): T {
  return storage.run({ id, actor: SYSTEM }, work);
}

/** The request under way; outside of one, the service itself acts. */
export function currentRequest(): RequestContext | { id: null; actor: Actor } {
  return storage.getStore() ?? { id: null, actor: SYSTEM };
}

/** Says who calls, once that is known. */
export function actAs(actor: Actor): void {
  const context = storage.getStore();
  if (context) context.actor = actor;
}
