import type { EntryKey, Place } from './cells';

/** The cells that are shown: requirements down, entries across. */
export interface Shown {
  requirementIds: readonly string[];
  entries: readonly EntryKey[];
}

/** A rectangle of cells by their places in what is shown, ends included. */
export interface Block {
  top: number;
  bottom: number;
  left: number;
  right: number;
}

/** A page of rows, as PageDown goes. */
const PAGE = 10;

type Step = readonly [down: number, across: number];

/** Where a key leads from a cell; undefined: nowhere. */
function stepOf(key: string, isWhole: boolean): Step | undefined {
  const far = Infinity;
  const steps: Record<string, Step> = {
    ArrowDown: [isWhole ? far : 1, 0],
    ArrowUp: [isWhole ? -far : -1, 0],
    ArrowRight: [0, isWhole ? far : 1],
    ArrowLeft: [0, isWhole ? -far : -1],
    PageDown: [PAGE, 0],
    PageUp: [-PAGE, 0],
    Home: [isWhole ? -far : 0, -far],
    End: [isWhole ? far : 0, far],
  };
  return steps[key];
}

const within = (value: number, count: number): number => Math.max(0, Math.min(count - 1, value));

/** Where a cell stands; a cell that is not shown: at the beginning. */
export const placeOf = ({ requirementIds, entries }: Shown, { requirementId, entry }: Place): [number, number] => [
  Math.max(0, requirementIds.indexOf(requirementId)),
  Math.max(0, entries.indexOf(entry)),
];

/** The cell that stands there; undefined: none is shown. */
export function cellAt({ requirementIds, entries }: Shown, down: number, across: number): Place | undefined {
  const requirementId = requirementIds[within(down, requirementIds.length)];
  const entry = entries[within(across, entries.length)];
  return requirementId === undefined || entry === undefined ? undefined : { requirementId, entry };
}

/** The cell to which a key leads. */
export function walk(shown: Shown, from: Place, key: string, isWhole: boolean): Place | undefined {
  const step = stepOf(key, isWhole);
  if (!step) return undefined;
  const [down, across] = placeOf(shown, from);
  return cellAt(shown, down + step[0], across + step[1]);
}

/** The cells between two. */
export function blockOf(shown: Shown, one: Place, other: Place): Block {
  const [down, across] = placeOf(shown, one);
  const [otherDown, otherAcross] = placeOf(shown, other);
  return {
    top: Math.min(down, otherDown),
    bottom: Math.max(down, otherDown),
    left: Math.min(across, otherAcross),
    right: Math.max(across, otherAcross),
  };
}

/** Each cell of a block, row by row. */
export function cellsOf({ requirementIds, entries }: Shown, { top, bottom, left, right }: Block): Place[] {
  return requirementIds
    .slice(top, bottom + 1)
    .flatMap((requirementId) => entries.slice(left, right + 1).map((entry) => ({ requirementId, entry })));
}

/** Letters as one types them: small, without accents. */
export const plain = (text: string): string => text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase();

/** The requirement that somebody means by some letters or a number: the next one after `from`, and around. */
export function meant(
  requirements: readonly { requirementId: string; number: string; name: string }[],
  typed: string,
  from = -1,
): string | undefined {
  const wanted = plain(typed.trim());
  if (wanted === '') return undefined;
  const order = [...requirements.slice(from + 1), ...requirements.slice(0, from + 1)];
  const fits = [
    ({ number }: { number: string }) => plain(number) === wanted,
    ({ number }: { number: string }) => plain(number).startsWith(wanted),
    ({ name }: { name: string }) => plain(name).startsWith(wanted),
    ({ name }: { name: string }) =>
      plain(name)
        .split(/[^\p{L}\p{N}]+/u)
        .some((word) => word.startsWith(wanted)),
    ({ name }: { name: string }) => plain(name).includes(wanted),
  ];
  for (const isMeant of fits) {
    const found = order.find(isMeant as (one: (typeof order)[number]) => boolean);
    if (found) return found.requirementId;
  }
  return undefined;
}
