import type { NotificationCount } from '@curbcut/client';
import { onlineManager } from '@tanstack/react-query';
import { useEffect } from 'react';
import { base } from '../app/client';
import { queryClient } from '../app/queries';
import { createStore, useStore } from '../app/store';
import { streamReader } from './event-stream';
import { countQuery } from './queries';

const FIRST_PAUSE_MS = 5_000;
const LONGEST_PAUSE_MS = 5 * 60_000;

/** What is known of notices: whether a stream tells of them, and whether some came since the list was read. */
const store = createStore({ isTold: false, hasNews: false });

/** Whether a stream tells of notices; else they are asked for. */
export const useIsTold = (): boolean => useStore(store, ({ isTold }) => isTold);

/** Whether notices came since the list was last asked for. */
export const useHasNews = (): boolean => useStore(store, ({ hasNews }) => hasNews);

/** One more came. */
export const noteNews = (): void => store.set({ hasNews: true });

/** The list is asked for: its answer has what came until now. */
export const forgetNews = (): void => store.set({ hasNews: false });

/** Follows what the person is told while the page is in sight: somebody may have many tabs, and few streams. */
export function useLiveNotices(): void {
  useEffect(() => follow(), []);
}

/** The function that it answers ends it. */
function follow(): () => void {
  let running: AbortController | undefined;
  let pause = FIRST_PAUSE_MS;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let last: string | undefined;
  const isWanted = (): boolean => !document.hidden && onlineManager.isOnline();
  const begin = (): void => {
    clearTimeout(timer);
    if (running || !isWanted()) return;
    const own = new AbortController();
    running = own;
    void read(own.signal, last, (id) => (last = id)).then((ended) => {
      store.set({ isTold: false });
      if (running === own) running = undefined;
      if (own.signal.aborted || ended === 'refused') return;
      pause = ended === 'told' ? FIRST_PAUSE_MS : Math.min(2 * pause, LONGEST_PAUSE_MS);
      timer = setTimeout(begin, pause);
    });
  };
  const end = (): void => {
    clearTimeout(timer);
    running?.abort();
    running = undefined;
  };
  const look = (): void => (isWanted() ? begin() : end());
  document.addEventListener('visibilitychange', look);
  const unsubscribe = onlineManager.subscribe(look);
  begin();
  return () => {
    document.removeEventListener('visibilitychange', look);
    unsubscribe();
    end();
  };
}

/** Reads one stream to its end; says whether it told anything, or was refused for good. */
async function read(
  signal: AbortSignal,
  last: string | undefined,
  note: (id: string) => void,
): Promise<'told' | 'failed' | 'refused'> {
  let hasTold = false;
  try {
    const answer = await fetch(`${base}/v1/me/notifications/stream`, {
      headers: { accept: 'text/event-stream', ...(last !== undefined && { 'last-event-id': last }) },
      credentials: 'same-origin',
      cache: 'no-store',
      signal,
    });
    if (!answer.ok || !answer.body) return answer.status === 401 || answer.status === 403 ? 'refused' : 'failed';
    store.set({ isTold: true });
    const messagesIn = streamReader();
    const pieces = answer.body.pipeThrough(new TextDecoderStream()).getReader();
    for (;;) {
      const { done, value } = await pieces.read();
      if (done) return hasTold ? 'told' : 'failed';
      for (const { id, event, data } of messagesIn(value)) {
        hasTold = true;
        if (id !== undefined) note(id);
        if (event === 'notification') noteNews();
        if (event === 'count')
          queryClient.setQueryData(countQuery(true).queryKey, JSON.parse(data) as NotificationCount);
      }
    }
  } catch {
    return hasTold ? 'told' : 'failed';
  }
}
