import type { AnyRouter } from '@tanstack/react-router';

/*
 * Where the focus goes when another view is opened: to its h1, which says where one is; after Back to what had it. The first view of a load, and what
 * only changes the part after `?`, leave it where it is. Where what has the focus goes and nothing else takes it, the heading above takes it.
 */

/** Marks the address of another record in the same view: no arrival. */
export const NEXT_RECORD = { isNextRecord: true };

/** Marks the address that another one leads on to: an arrival only where somebody has come to that one. */
export const LED_ON = { isLedOn: true };

/** Shows that somebody works with the keyboard: only they need to see which heading has the focus. */
const BY_KEYBOARD = 'data-by-keyboard';

/** Whether an address was written by a step to another record of the same view. */
const isNextRecord = ({ state }: { state: object }): boolean => 'isNextRecord' in state;

/** How long a dialog may take to give the focus back, before it counts as lost. */
const LOSS_MS = 200;

/** How long a view may take to draw what had the focus. */
const PATIENCE_MS = 3_000;

let isHeadingWanted = false;
/** The first view of a load takes no focus, also where its address leads on. */
let hasNavigated = false;
/** Until it is drawn the view before is still there. */
let isDrawn = true;
let restoring: { isSame: (element: Element) => boolean; until: number } | undefined;
let last: { element: Element; heading: HTMLElement | undefined } | undefined;
let loss: ReturnType<typeof setTimeout> | undefined;
const lastFocused = new Map<string, (element: Element) => boolean>();

/** Follows the router. */
export function watchArrivals(router: AnyRouter): void {
  router.subscribe('onBeforeLoad', ({ fromLocation, toLocation, pathChanged }) => {
    if (!fromLocation) return;
    const key = keyOf(fromLocation);
    const { activeElement } = document;
    if (activeElement && activeElement !== document.body) lastFocused.set(key, likeness(activeElement));
    const wasThere = lastFocused.get(keyOf(toLocation));
    const isStep = !isTraversing && isNextRecord(toLocation);
    if (isTraversing || !('isLedOn' in toLocation.state)) hasNavigated = true;
    restoring = undefined;
    isHeadingWanted = false;
    isDrawn = isStep;
    if (isTraversing && wasThere) restoring = { isSame: wasThere, until: Date.now() + PATIENCE_MS };
    else if (pathChanged && !isStep && hasNavigated) isHeadingWanted = true;
    isTraversing = false;
  });
  router.subscribe('onRendered', () => {
    isDrawn = true;
    settle();
  });
  addEventListener('focusin', ({ target }) => {
    const element = target as Element;
    const headings = document.querySelectorAll<HTMLElement>('main :is(h1, h2, h3)');
    const above = (one: Element): number =>
      one.compareDocumentPosition(element) & (Node.DOCUMENT_POSITION_FOLLOWING | Node.DOCUMENT_POSITION_CONTAINED_BY);
    last = { element, heading: [...headings].findLast(above) };
  });
  const root = document.documentElement;
  addEventListener(
    'keydown',
    ({ key }) => {
      if (!MODIFIERS.includes(key)) root.setAttribute(BY_KEYBOARD, '');
    },
    true,
  );
  addEventListener('pointerdown', () => root.removeAttribute(BY_KEYBOARD), true);
  new MutationObserver(settle).observe(document.body, { childList: true, subtree: true });
}

/** For a view that begins anew at its address, as the next step of several does: its heading takes the focus. */
export function arriveAnew(): void {
  isHeadingWanted = true;
  settle();
}

/** Held with a press of the pointer too. */
const MODIFIERS = ['Shift', 'Control', 'Alt', 'Meta'];

let isTraversing = false;
addEventListener('popstate', () => (isTraversing = true), true);

const keyOf = (location: { state: object; href: string }): string =>
  (location.state as { __TSR_key?: string }).__TSR_key ?? location.href;

/** What tells an element among others when it is drawn again. */
function likeness(element: Element): (other: Element) => boolean {
  const { tagName, id } = element;
  const href = element.getAttribute('href');
  const name = element.getAttribute('aria-label') ?? element.textContent;
  const isGenerated = /[:«_]/.test(id);
  return (other) =>
    other.tagName === tagName &&
    (id !== '' && !isGenerated
      ? other.id === id
      : other.getAttribute('href') === href && (other.getAttribute('aria-label') ?? other.textContent) === name);
}

const isLost = (): boolean =>
  last !== undefined && !last.element.isConnected && document.activeElement === document.body;

function keepFocus(): void {
  loss = undefined;
  if (!isLost() || restoring || isHeadingWanted) return;
  const heading = last?.heading?.isConnected ? last.heading : document.querySelector<HTMLElement>('main h1');
  if (heading && !heading.hasAttribute('tabindex')) heading.tabIndex = -1;
  heading?.focus({ preventScroll: true });
}

function settle(): void {
  if (!isDrawn) return;
  if (isLost()) loss ??= setTimeout(keepFocus, LOSS_MS);
  if (restoring) {
    const { isSame, until } = restoring;
    const found = [
      ...document.querySelectorAll<HTMLElement>('a[href], button, input, select, textarea, [tabindex]'),
    ].find(isSame);
    if (found) {
      restoring = undefined;
      found.focus({ preventScroll: true });
    } else if (Date.now() > until) {
      restoring = undefined;
      isHeadingWanted = true;
    }
  }
  if (isHeadingWanted) {
    const heading = document.querySelector<HTMLElement>('main h1');
    heading?.focus({ preventScroll: true });
    // One that is not shown yet takes no focus.
    if (!heading || document.activeElement !== heading) return;
    isHeadingWanted = false;
    if (scrollY > 0 && !restoring) scrollTo(0, 0);
  }
}
