import { mapInSlices } from '#libs/queues';

/** What a report says of a rule and selector on one page. */
export interface ReportedPlace {
  /**
   * Of rule and selector, and of whether it needs review: the identity of a finding that has never been spelled
   * otherwise.
   */
  spelling: string;
  /** Of rule and fingerprint; empty: it has none. */
  fingerprint: string;
  /** Empty: none is named. */
  page: string;
}

/** A finding on a page, as it was spelled there. */
export interface KnownPlace extends ReportedPlace {
  identity: string;
}

/** Which findings the places of a report are, as far as they are matched. */
export interface Matching {
  identities: (string | undefined)[];
  /** Matches what is left with findings, on each page one to one. */
  with: (known: readonly KnownPlace[]) => Promise<void>;
  /** The positions of what is left. */
  left: () => number[];
  /** Whether a finding is matched on a page already. */
  isTaken: (identity: string, page: string) => boolean;
  take: (position: number, identity: string) => void;
}

/** A place in numbers, so that keys of thousands need no texts; 0: it has none, or none that the report has. */
interface Numbered {
  spelling: number;
  fingerprint: number;
  page: number;
}

/** The keys by which two places are equal, the most certain one first; 0: this place has no such key. */
const PASSES: readonly ((place: Numbered, sizes: Numbered) => number)[] = [
  ({ spelling, fingerprint, page }, sizes) =>
    spelling === 0 || fingerprint === 0 ? 0 : (fingerprint * sizes.spelling + spelling) * sizes.page + page,
  ({ fingerprint, page }, sizes) => (fingerprint === 0 ? 0 : fingerprint * sizes.page + page),
  ({ spelling, page }, sizes) => (spelling === 0 ? 0 : spelling * sizes.page + page),
];

/** Matches the places of a report with known findings. Each place must occur once. Time is linear in their number. */
export function matching(places: readonly ReportedPlace[]): Matching {
  const { own, sizes, numberOf } = numbered(places);
  const identities = new Array<string | undefined>(places.length).fill(undefined);
  const taken = new Map<string, Set<string>>();
  const isTaken = (identity: string, page: string): boolean => taken.get(identity)?.has(page) === true;
  const take = (position: number, identity: string): void => {
    identities[position] = identity;
    const { page } = places[position]!;
    const pages = taken.get(identity);
    if (pages) pages.add(page);
    else taken.set(identity, new Set([page]));
  };
  const left = (): number[] => [...places.keys()].filter((position) => identities[position] === undefined);
  const matchWith = async (known: readonly KnownPlace[]): Promise<void> => {
    const numbers = await mapInSlices(known, numberOf);
    for (const keyOf of PASSES) {
      const open = known.length === 0 ? [] : left();
      if (open.length === 0) return;
      const alike = new Map<number, string[]>();
      await mapInSlices(known, ({ identity }, index) => {
        const place = numbers[index]!;
        const key = place.page === 0 ? 0 : keyOf(place, sizes);
        if (key === 0) return;
        const found = alike.get(key);
        if (found) found.push(identity);
        else alike.set(key, [identity]);
      });
      // Reversed, so that `pop` takes the smallest identity first.
      await mapInSlices([...alike.values()], (found) => found.length > 1 && found.sort().reverse());
      await mapInSlices(open, (position) => {
        const found = alike.get(keyOf(own[position]!, sizes)) ?? [];
        let identity = found.pop();
        while (identity !== undefined && isTaken(identity, places[position]!.page)) identity = found.pop();
        if (identity !== undefined) take(position, identity);
      });
    }
  };
  return { identities, left, isTaken, take, with: matchWith };
}

/** Numbers what a report says; what others say beside it is 0. */
function numbered(places: readonly ReportedPlace[]) {
  const [spellings, fingerprints, pages] = [
    new Map<string, number>(),
    new Map<string, number>(),
    new Map<string, number>(),
  ];
  const numberIn = (known: Map<string, number>, text: string): number => {
    const number = known.get(text) ?? known.size + 1;
    known.set(text, number);
    return number;
  };
  const own = places.map(({ spelling, fingerprint, page }): Numbered => ({
    spelling: numberIn(spellings, spelling),
    fingerprint: fingerprint === '' ? 0 : numberIn(fingerprints, fingerprint),
    page: numberIn(pages, page),
  }));
  const numberOf = ({ spelling, fingerprint, page }: ReportedPlace): Numbered => ({
    spelling: spellings.get(spelling) ?? 0,
    fingerprint: fingerprints.get(fingerprint) ?? 0,
    page: pages.get(page) ?? 0,
  });
  const sizes = { spelling: spellings.size + 1, fingerprint: fingerprints.size + 1, page: pages.size + 1 };
  return { own, sizes, numberOf };
}
