import { builtInId } from '#libs/ids';
import { slugOf } from '../../platform/work/slugs.js';

/**
 * The functional performance statements of EN 301 549 V3.2.1, clause 4.2: numbers and short names only.
 * Source: ETSI, https://www.etsi.org/deliver/etsi_en/301500_301599/301549/03.02.01_60/en_301549v030201p.pdf
 */
const STATEMENTS: readonly [number: string, name: string][] = [
  ['4.2.1', 'Usage without vision'],
  ['4.2.2', 'Usage with limited vision'],
  ['4.2.3', 'Usage without perception of colour'],
  ['4.2.4', 'Usage without hearing'],
  ['4.2.5', 'Usage with limited hearing'],
  ['4.2.6', 'Usage with no or limited vocal capability'],
  ['4.2.7', 'Usage with limited manipulation or strength'],
  ['4.2.8', 'Usage with limited reach'],
  ['4.2.9', 'Minimize photosensitive seizure triggers'],
  ['4.2.10', 'Usage with limited cognition, language or learning'],
  ['4.2.11', 'Privacy'],
];

const SOURCE = 'https://www.etsi.org/deliver/etsi_en/301500_301599/301549/03.02.01_60/en_301549v030201p.pdf';

/** The functional needs, with ids that are the same on every installation. */
export const FUNCTIONAL_NEEDS = STATEMENTS.map(([number, name], sortOrder) => ({
  id: builtInId(`functional-need/${number}`),
  slug: slugOf(name, 'need'),
  name,
  url: SOURCE,
  sortOrder,
}));

/** The bit of a functional need in a set of them, by the number of its statement. */
export const needBit = (number: string): number => 1 << STATEMENTS.findIndex(([known]) => known === number);

/** The functional needs of statements, by the numbers of these, in their own order; each with what is said of it. */
export const needsOfStatements = <T>(
  relations: ReadonlyMap<string, T>,
): ((typeof FUNCTIONAL_NEEDS)[number] & { relation: T })[] =>
  FUNCTIONAL_NEEDS.flatMap((need, index) => {
    const relation = relations.get(STATEMENTS[index]![0]);
    return relation === undefined ? [] : [{ ...need, relation }];
  });
