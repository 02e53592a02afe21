import { plural } from '@lingui/core/macro';
import { useState } from 'react';

/** Which rows of a list are chosen, by their keys. */
export interface Selection {
  chosen: ReadonlySet<string>;
  set: (key: string, isChosen: boolean) => void;
  setAll: (keys: readonly string[], areChosen: boolean) => void;
  clear: () => void;
}

/** The rows that are chosen; other filters or another page begin anew: `scope` is what the list shows. */
export function useSelection(scope: string): Selection {
  const [state, setState] = useState<{ scope: string; chosen: ReadonlySet<string> }>({ scope, chosen: new Set() });
  if (state.scope !== scope) setState({ scope, chosen: new Set() });
  const setAll = (keys: readonly string[], areChosen: boolean): void => {
    const chosen = new Set(state.chosen);
    for (const key of keys) {
      if (areChosen) chosen.add(key);
      else chosen.delete(key);
    }
    setState({ scope, chosen });
  };
  return {
    chosen: state.chosen,
    set: (key, isChosen) => setAll([key], isChosen),
    setAll,
    clear: () => setState({ scope, chosen: new Set() }),
  };
}

/** Records as they were seen, for a bulk request: what has another revision by then is skipped. */
export interface Seen {
  ids: string[];
  revisions: number[];
}

/** @see Seen */
export const seenOf = (records: readonly { id: string; revision: number }[]): Seen => ({
  ids: records.map(({ id }) => id),
  revisions: records.map(({ revision }) => revision),
});

/** Says which records a bulk request left alone, because they were changed meanwhile. */
export function skippedText(names: readonly string[]): string {
  const listed = names.join(', ');
  return plural(names.length, {
    one: `# was changed after you loaded the list, and is left unchanged: ${listed}.`,
    other: `# were changed after you loaded the list, and are left unchanged: ${listed}.`,
  });
}
