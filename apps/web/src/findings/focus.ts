import type { Focused } from './triage-state';

/** The link of the row that is shown. */
const CURRENT = '[data-current-row]';

/** What belongs to a finding, or to the head of a group. */
const ITEM = '[data-finding], [data-group-head]';

/** What of the list has the focus. */
export function focusedItem(): Focused {
  const item = document.activeElement?.closest<HTMLElement>(ITEM);
  if (!item) return undefined;
  const { finding } = item.dataset;
  return finding === undefined ? { kind: 'group' } : { kind: 'finding', id: finding };
}

/** Comes to the row that is shown, once it is drawn. */
export function focusRow(): void {
  requestAnimationFrame(() => document.querySelector<HTMLElement>(CURRENT)?.focus());
}

/** The heading of the finding that is shown. */
export const DETAILS_TITLE = 'finding-title';

/** Whether the details stand beside the list, as in `board.module.css`; otherwise they stand below it. */
const beside = matchMedia('(min-width: 64rem)');

/** Comes to the finding that somebody opened: to its row, or to the details where they may be out of view. */
export function focusOpened(): void {
  if (beside.matches) return focusRow();
  requestAnimationFrame(() => {
    const title = document.getElementById(DETAILS_TITLE);
    title?.focus({ preventScroll: true });
    title?.scrollIntoView();
  });
}

/** A dialog that closes gives the focus back to what may be gone by then. */
const LOOKS_MS = [0, 80, 250];

/** Where what had the focus went away, it comes to the row that is shown now, or to the heading. */
export function keepFocus(): void {
  for (const delay of LOOKS_MS)
    setTimeout(() => {
      const { activeElement, body } = document;
      if (activeElement && activeElement !== body) return;
      (document.querySelector<HTMLElement>(CURRENT) ?? document.querySelector<HTMLElement>('main h1'))?.focus();
    }, delay);
}
