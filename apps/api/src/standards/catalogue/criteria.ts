import { BUILT_IN_STANDARDS } from './built-in.js';
import { ABOUT_SOUNDS, CRITERION_STATEMENTS, SECONDARY_CRITERION_STATEMENTS } from './performance-statements.js';

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

/** How strongly a criterion supports a functional performance statement, after table B.2 of EN 301 549. */
export type Relation = 'primary' | 'secondary';

/**
 * The numbers of the functional performance statements that something fails which fails these criteria, each with its
 * strongest relation.
 */
export function statementsOfCriteria(criteria: readonly string[]): ReadonlyMap<string, Relation> {
  const numbers = criteria.flatMap((criterion) => KNOWN.get(criterion)?.wcag ?? []);
  const isOfPictures = criteria.some((criterion) => criterion.startsWith('rgaa:1.'));
  const isServed = (number: string, statement: string): boolean =>
    !(isOfPictures && number === '1.1.1' && ABOUT_SOUNDS.includes(statement));
  const related = (relation: Relation, statements: ReadonlyMap<string, readonly string[]>) =>
    numbers.flatMap((number) =>
      (statements.get(number) ?? [])
        .filter((statement) => isServed(number, statement))
        .map((statement) => [statement, relation] as const),
    );
  // Of a statement that stands twice the later entry counts.
  return new Map([
    ...related('secondary', SECONDARY_CRITERION_STATEMENTS),
    ...related('primary', CRITERION_STATEMENTS),
  ]);
}
