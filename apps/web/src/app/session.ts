import { accountRead, CurbcutError, type Me, sessionsSignOut } from '@curbcut/client';
import { queryOptions, useQuery, useSuspenseQuery } from '@tanstack/react-query';
import { call } from './client';
import { forgetDrafts } from './drafts';
import { queryClient } from './queries';

/** Who is here, what they may do in their organizations, and how they like it; null: nobody. */
export const meQuery = queryOptions({
  queryKey: ['me'],
  queryFn: async ({ signal }): Promise<Me | null> => {
    try {
      return await call(accountRead, {}, { signal });
    } catch (error) {
      // Of a session that ends while a view is open the view stays, and asks who is there.
      const isOpen = queryClient.getQueryData(meQuery.queryKey) != null;
      if (error instanceof CurbcutError && error.code === 'unauthenticated' && !isOpen) return null;
      throw error;
    }
  },
  staleTime: 60_000,
});

/** Who is here, in views that only signed-in people see. */
export function useMe(): Me {
  const { data } = useSuspenseQuery(meQuery);
  if (!data) throw new Error('Nobody is signed in.');
  return data;
}

/** Who is here, where that may be nobody or not known yet. */
export const useMaybeMe = (): Me | null | undefined => useQuery(meQuery).data;

const tabs = channel();

/** To the other tabs; undefined where the browser keeps nothing of sites, and lets them tell each other nothing. */
function channel(): BroadcastChannel | undefined {
  try {
    return new BroadcastChannel('curbcut-session');
  } catch {
    return undefined;
  }
}

/** Ends the session, leaves its views, and forgets what they show; other tabs do so too. */
export async function signOut(leave: () => Promise<void>): Promise<void> {
  await call(sessionsSignOut, {});
  await leave();
  forgetSession();
  tabs?.postMessage('signed out');
}

/** Forgets all that was read and typed. */
export function forgetSession(): void {
  forgetDrafts();
  queryClient.clear();
  queryClient.setQueryData(meQuery.queryKey, null);
}

/** Leaves too when another tab signed out. */
export function onSignedOutElsewhere(leave: () => Promise<void>): () => void {
  const heard = (): void => void leave().then(forgetSession);
  tabs?.addEventListener('message', heard);
  return () => tabs?.removeEventListener('message', heard);
}
