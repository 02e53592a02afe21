import { BUILT_IN_STANDARDS } from './built-in.js';
import { CRITERION_STATEMENTS } from './performance-statements.js';

/** A criterion of WCAG, or of the RGAA (`rgaa:1.1`), with its words. */
export interface NamedCriterion {
  criterion: string;
  name: string;
  level: string | null;
  url: string | null;
}

interface KnownCriterion extends NamedCriterion {
  /** The criteria of WCAG that it stands for. */
  wcag: readonly string[];
}

/** The latest version of WCAG comes first among the standards, so it is set last. */
const KNOWN: ReadonlyMap<string, KnownCriterion> = new Map(
  BUILT_IN_STANDARDS.filter(({ slug }) => slug === 'rgaa' || slug.startsWith('wcag-'))
    .toReversed()
    .flatMap(({ slug, levels, requirements }) =>
      requirements.map(({ name, levelId, url, metadata }) => {
        const [number, ...words] = name.split(' ') as [string, ...string[]];
        const criterion = slug === 'rgaa' ? `rgaa:${number}` : number;
        const level = levels.find(({ id }) => id === levelId)?.name ?? null;
        const wcag = [metadata['wcag'] ?? []].flat() as string[];
        return [criterion, { criterion, name: words.join(' '), level, url, wcag }] as const;
      }),
    ),
);

/** The words of criteria, in their order; those that nobody knows are left out. */
export const namedCriteria = (criteria: readonly string[]): NamedCriterion[] =>
  criteria.flatMap((criterion) => {
    const known = KNOWN.get(criterion);
    return known ? [{ criterion, name: known.name, level: known.level, url: known.url }] : [];
  });

/** The numbers of the functional performance statements that something fails which fails these criteria. */
export const statementsOfCriteria = (criteria: readonly string[]): ReadonlySet<string> =>
  new Set(
    criteria
      .flatMap((criterion) => KNOWN.get(criterion)?.wcag ?? [])
      .flatMap((number) => CRITERION_STATEMENTS.get(number) ?? []),
  );
