import { announce } from '../app/announcements';
import { focusRowOf, rowsToFocus } from './next-row';
import { seenOf, type Selection, skippedText } from './selection';

interface Numbered {
  id: string;
  number: number;
  revision: number;
}

/**
 * The chosen records of a list for bulk requests.
 * @param reload reads the list again after a request
 */
export function bulkOf(selection: Selection, records: readonly Numbered[], reload: () => Promise<void>) {
  const chosen = records.filter(({ id }) => selection.chosen.has(id));
  const seen = seenOf(chosen);
  const rows = rowsToFocus(
    records.map(({ id }) => id),
    selection.chosen,
  );
  return {
    seen,
    /** Ends a request: says what it did and which records it skipped, and moves the focus on. */
    done: async (text: string, skipped: readonly string[] = []): Promise<void> => {
      const numbers = chosen.flatMap(({ id, number }) => (skipped.includes(id) ? [`#${number}`] : []));
      await reload();
      selection.clear();
      announce(skipped.length === 0 ? text : `${text} ${skippedText(numbers)}`);
      focusRowOf(rows);
    },
    clear: (): void => {
      selection.clear();
      focusRowOf(seen.ids);
    },
  };
}
