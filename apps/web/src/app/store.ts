import { useSyncExternalStore } from 'react';

/**
 * Something that many parts of a view look at, each at its own piece: only those are drawn anew whose piece changed.
 */
export interface Store<T> {
  get: () => T;
  set: (changed: Partial<T>) => void;
  subscribe: (listener: () => void) => () => void;
}

/** A store that begins so. */
export function createStore<T extends object>(initial: T): Store<T> {
  let state = initial;
  const listeners = new Set<() => void>();
  return {
    get: () => state,
    set: (changed) => {
      state = { ...state, ...changed };
      for (const listener of listeners) listener();
    },
    subscribe: (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}

/** A piece of a store. */
export const useStore = <T, S>(store: Pick<Store<T>, 'get' | 'subscribe'>, piece: (state: T) => S): S =>
  useSyncExternalStore(store.subscribe, () => piece(store.get()));
