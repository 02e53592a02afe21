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
