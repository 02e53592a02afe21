import type { Finding } from '@curbcut/client';
import type { Store } from '../app/store';
import { keepFocus } from './focus';
import type { ListWalk } from './list-walk';
import { isChosen, type TriageState } from './triage-state';

/** How rows of a list are chosen, to be answered together. */
export interface Choice {
  choose: (row: Finding) => void;
  chooseGroup: (key: string, count: number) => void;
  chooseAll: (count: number) => void;
  clearChoice: () => void;
}

/** @see Choice */
export function createChoice(store: Store<TriageState>, { rows, groups }: Pick<ListWalk, 'rows' | 'groups'>): Choice {
  return {
    choose: (row) => {
      const { all, chosen } = store.get();
      const before = all
        ? rows()
            .filter(({ id }) => isChosen(store.get(), id, groupOf(groups(), id)))
            .map(({ id }) => id)
        : chosen;
      const now = new Set(before);
      if (!now.delete(row.id)) now.add(row.id);
      store.set({ all: undefined, chosen: now });
    },
    chooseGroup: (key, count) => {
      const loaded = groups().find((group) => group.key === key)?.rows ?? [];
      const { chosen, all } = store.get();
      if (loaded.length < count) {
        const isAll = all?.group === key;
        store.set({ all: isAll ? undefined : { group: key, count }, chosen: new Set() });
        return;
      }
      const areAll = loaded.every(({ id }) => isChosen(store.get(), id, key));
      const now = new Set(chosen);
      for (const { id } of loaded) {
        if (areAll) now.delete(id);
        else now.add(id);
      }
      store.set({ all: undefined, chosen: now });
    },
    chooseAll: (count) => store.set({ all: { group: null, count }, chosen: new Set() }),
    clearChoice: () => {
      store.set({ all: undefined, chosen: new Set() });
      keepFocus();
    },
  };
}

const groupOf = (groups: readonly { key: string; rows: readonly Finding[] }[], id: string): string | undefined =>
  groups.find(({ rows }) => rows.some((row) => row.id === id))?.key;
