import { useCallback, useState } from 'react';
import { problemText } from '../words/problems';
import { alert } from './announcements';
import { loadPart } from './parts';

/**
 * A part of a view that is loaded once it is wanted, so that nobody waits for what they do not open. Where it does not
 * come it is said why, and wanting it again tries again.
 */
export function usePart<T>(load: () => Promise<T>): [part: T | undefined, want: () => Promise<boolean>] {
  const [loaded, setLoaded] = useState<{ part: T }>();
  const want = useCallback(async (): Promise<boolean> => {
    try {
      const part = await loadPart(load);
      setLoaded({ part });
      return true;
    } catch (error) {
      alert(problemText(error));
      return false;
    }
  }, [load]);
  return [loaded?.part, want];
}
