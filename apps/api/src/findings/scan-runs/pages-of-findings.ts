import type { PageOf } from '../../products/products/page-of.js';

/** Pages, as addresses name them by the rules of the product. */
export type Pages = ReadonlySet<string>;

/** A finding of so many pages is not told apart by them. */
const MAX_DISTINGUISHED_PAGES = 2000;

/** Where lines have a finding: on pages; `anywhere`, where one has it and names no page. */
export interface Whereabouts {
  pages: Set<string>;
  anywhere: boolean;
}

/** A finding on a page, as a key. */
export const pagesKey = (identity: string, address: string | null, pageOf: PageOf): string =>
  `${identity} ${address === null ? '' : pageOf(address)}`;

/** Where each of these findings is. */
export function whereaboutsOf(
  seen: Iterable<readonly [identity: string, address: string | null, ...unknown[]]>,
  pageOf: PageOf,
): Map<string, Whereabouts> {
  const found = new Map<string, Whereabouts>();
  for (const [identity, address] of seen) {
    const known = found.get(identity) ?? { pages: new Set(), anywhere: false };
    found.set(identity, known);
    if (address === null) known.anywhere = true;
    else known.pages.add(pageOf(address));
  }
  return found;
}

/** What a proposal is compared with. */
export interface ComparedWith {
  /** Where main lines have findings. */
  main: ReadonlyMap<string, Whereabouts>;
  /** Where they had them when they were scanned as the proposal is based on; null: no run tells. */
  base: ReadonlyMap<string, Whereabouts> | null;
  /** Pages of findings that somebody has answered. */
  answered: ReadonlyMap<string, Pages>;
}

/** How a finding of a proposal compares. */
export interface Comparison {
  /** Its base has it. */
  wasThere: boolean;
  /** Pages on which neither has it, and that nobody has answered. */
  extra: string[];
  /** It is on pages on which only the base has it. */
  isBehind: boolean;
}

/** Compares the pages of a landed finding of a proposal. Where either side names no page, none is compared. */
export function compare(identity: string, pages: Pages, { main, base, answered }: ComparedWith): Comparison {
  const [inMain, inBase] = [main.get(identity), base?.get(identity)];
  const wasThere = inBase !== undefined;
  const known = inMain ?? inBase;
  const isComparable =
    known !== undefined && !known.anywhere && Math.max(known.pages.size, pages.size) <= MAX_DISTINGUISHED_PAGES;
  if (!isComparable) return { wasThere, extra: [], isBehind: false };
  const notInMain = [...pages].filter((page) => !inMain?.pages.has(page));
  const hadBase = (page: string): boolean => inBase !== undefined && (inBase.anywhere || inBase.pages.has(page));
  const isAnswered = (page: string): boolean => answered.get(identity)?.has(page) ?? false;
  return {
    wasThere,
    extra: notInMain.filter((page) => !hadBase(page) && !isAnswered(page)),
    isBehind: notInMain.some(hadBase),
  };
}
