import { useSyncExternalStore } from 'react';

const wide = matchMedia('(min-width: 48rem)');

/** Whether there is room for more than one column. */
export const useIsWide = (): boolean =>
  useSyncExternalStore(
    (listener) => {
      wide.addEventListener('change', listener);
      return () => wide.removeEventListener('change', listener);
    },
    () => wide.matches,
  );
