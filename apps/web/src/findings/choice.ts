import type { Finding } from '@curbcut/client';
import type { Store } from '../app/store';
import { keepFocus } from './focus';
import type { ListWalk } from './list-walk';
import type { CountedGroup, SeenRow, TriageEvent, TriageState } from './triage-state';

/** How rows of a list are ticked, to be decided together. */
export interface Choice {
  choose: (row: Finding, group: string) => void;
  /** Ticks the row of the open finding, where the list shows it. */
  chooseShown: () => void;
  chooseGroup: (group: CountedGroup) => void;
  chooseAll: (count: number) => void;
  clearChoice: () => void;
}

/** @see Choice */
export function createChoice(
  store: Pick<Store<TriageState>, 'get'>,
  dispatch: (event: TriageEvent) => void,
  { seenRows, groups }: Pick<ListWalk, 'seenRows' | 'groups'>,
): Choice {
  const tick = (row: SeenRow): void =>
    dispatch({ type: 'row ticked', row, loaded: [...seenRows(), ...seenRows(row.group)] });
  return {
    choose: ({ id, productId, revision }, group) => tick({ id, productId, revision, group }),
    chooseShown: () => {
      const row = seenRows().find(({ id }) => id === store.get().current?.id);
      if (row) tick(row);
    },
    chooseGroup: (group) => dispatch({ type: 'group ticked', group, loaded: seenRows(group.key), groups: groups() }),
    chooseAll: (count) => dispatch({ type: 'list ticked', count }),
    clearChoice: () => {
      dispatch({ type: 'ticks cleared' });
      keepFocus();
    },
  };
}
