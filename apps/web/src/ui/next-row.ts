/**
 * Where the focus may go after an action on some rows, the best first: to those after them, else those before them, the
 * nearest first, else to themselves.
 */
export function rowsToFocus(keys: readonly string[], acted: ReadonlySet<string>): string[] {
  const last = keys.findLastIndex((key) => acted.has(key));
  const stays = (key: string): boolean => !acted.has(key);
  const after = keys.slice(last + 1).filter(stays);
  const before = keys.slice(0, Math.max(0, last)).filter(stays).toReversed();
  return [...after, ...before, ...keys.filter((key) => acted.has(key))];
}

/** A dialog that closes, and a list that is drawn again, take the focus away at their own time. */
const LOOKS_MS = [0, 80, 250];

const headingOf = (): HTMLElement | null => document.querySelector('main h1');

/** Moves the focus to the first of these rows that is there, else to the heading, unless something else has it. */
export function focusRowOf(keys: readonly string[]): void {
  for (const delay of LOOKS_MS)
    setTimeout(() => {
      const { activeElement, body } = document;
      const isFree = !activeElement || activeElement === body || activeElement === headingOf();
      if (!isFree) return;
      const boxes = new Map(
        [...document.querySelectorAll<HTMLElement>('[data-row]')].map((row) => [row.dataset['row'], row]),
      );
      const row = keys.map((key) => boxes.get(key)).find(Boolean);
      (row?.querySelector<HTMLElement>('input, a, button') ?? headingOf())?.focus();
    }, delay);
}
