import { useSyncExternalStore } from 'react';

/** Something that is said once: politely, or at once where something went wrong. */
export interface Announcement {
  /** Counts up, so that the same words are said again. */
  id: number;
  text: string;
  isAlert: boolean;
  action?: { label: string; run: () => void };
}

let current: Announcement | undefined;
let last = 0;
const listeners = new Set<() => void>();

function say(announcement: Omit<Announcement, 'id'> | undefined): void {
  current = announcement && { ...announcement, id: ++last };
  for (const listener of listeners) listener();
}

/** Says it politely, and shows it until something else is said or another view is opened. */
export const announce = (text: string, action?: Announcement['action']): void =>
  say({ text, isAlert: false, ...(action && { action }) });

/** Says at once what went wrong. */
export const alert = (text: string): void => say({ text, isAlert: true });

/** Takes back what was said. */
export const beSilent = (): void => {
  if (current) say(undefined);
};

/** What was said last. */
export const useAnnouncement = (): Announcement | undefined =>
  useSyncExternalStore(
    (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    () => current,
  );
