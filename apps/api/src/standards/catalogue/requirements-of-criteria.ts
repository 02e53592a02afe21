import { type Applicant, appliesTo } from './applies-to.js';
import type { BuiltInStandard } from './built-in-standard.js';
import { BUILT_IN_STANDARDS } from './built-in.js';

type BuiltInRequirement = BuiltInStandard['requirements'][number];

/** A built-in standard as what fails a criterion is looked up in it. */
interface Answers {
  /** Whether several clauses take a criterion over, each for another kind of product. */
  hasAlternatives: boolean;
  byCriterion: ReadonlyMap<string, readonly BuiltInRequirement[]>;
}

/** How a finding names a criterion of the RGAA beside those of WCAG: `rgaa:1.1`. */
const RGAA_PREFIX = 'rgaa:';
const isRgaa = (criterion: string): boolean => criterion.startsWith(RGAA_PREFIX);

const answersOf = ({ slug, requirements }: BuiltInStandard): Answers => {
  const byCriterion = new Map<string, BuiltInRequirement[]>();
  for (const requirement of requirements) {
    const own = slug === 'rgaa' ? [`${RGAA_PREFIX}${requirement.name.split(' ')[0]!}`] : [];
    for (const criterion of [...own, ...([requirement.metadata['wcag'] ?? []].flat() as string[])])
      byCriterion.set(criterion, [...(byCriterion.get(criterion) ?? []), requirement]);
  }
  return { hasAlternatives: slug === 'en-301-549', byCriterion };
};

const ANSWERS = new Map(BUILT_IN_STANDARDS.map((standard) => [standard.id, answersOf(standard)]));

/** Of each criterion of WCAG the requirement of the latest version that has it; the first of the list is the latest. */
const LATEST = new Map(
  BUILT_IN_STANDARDS.filter(({ slug }) => slug.startsWith('wcag-'))
    .toReversed()
    .flatMap(({ requirements }) => requirements.map(({ id, metadata }) => [metadata['wcag'] as string, id] as const)),
);

/**
 * The ids of the requirements that something fails which fails these criteria, in a built-in standard. Each criterion
 * fails one of them: of EN 301 549 the clause for this kind of product, else the first that applies; one that several
 * of the RGAA cite fails none, since nobody knows which; and one that the standard lacks is that of the latest WCAG,
 * which counts for nothing here. `rgaa:` criteria, where there are any, say it for the RGAA.
 * @returns undefined for an organization's own standard
 */
export function requirementsOfCriteria(
  standardId: string,
  applicant: Applicant,
  criteria: readonly string[],
): string[] | undefined {
  const answers = ANSWERS.get(standardId);
  if (!answers) return undefined;
  const named = criteria.filter(isRgaa);
  const decisive = named.some((criterion) => answers.byCriterion.has(criterion))
    ? named
    : criteria.filter((one) => !isRgaa(one));
  const ids = decisive.map((criterion) => answerTo(answers, applicant, criterion));
  return [...new Set(ids.filter((id) => id !== undefined))];
}

/**
 * The ids of the requirements of which something may fail some that fails these criteria: those of a built-in standard
 * that cite a criterion together with others, so that `requirementsOfCriteria` guesses none.
 */
export function candidatesOfCriteria(standardId: string, criteria: readonly string[]): string[] {
  const answers = ANSWERS.get(standardId);
  if (!answers || answers.hasAlternatives) return [];
  const several = criteria.map((one) => answers.byCriterion.get(one) ?? []).filter(({ length }) => length > 1);
  return [...new Set(several.flat().map(({ id }) => id))];
}

/** Whether a built-in standard has none of these criteria. */
export const lacksCriteria = (standardId: string, criteria: readonly string[]): boolean => {
  const answers = ANSWERS.get(standardId);
  return answers !== undefined && criteria.every((one) => !answers.byCriterion.has(one));
};

/**
 * Whether something that fails these criteria fails nothing of a built-in standard, but something of another: such as
 * 4.1.1 with WCAG 2.2.
 */
export const isOutsideStandard = (standardId: string, criteria: readonly string[]): boolean =>
  lacksCriteria(standardId, criteria) && criteria.some((one) => LATEST.has(one));

function answerTo(
  { hasAlternatives, byCriterion }: Answers,
  applicant: Applicant,
  criterion: string,
): string | undefined {
  const candidates = byCriterion.get(criterion) ?? [];
  const applying = hasAlternatives
    ? candidates.filter((one) => appliesTo(one.appliesTo, applicant) || applicant.drawnIn.includes(one.id))
    : candidates;
  if (applying.length === 0) return LATEST.get(criterion);
  if (hasAlternatives)
    return (applying.find((one) => one.appliesTo!.types.includes(applicant.type)) ?? applying[0]!).id;
  return applying.length === 1 ? applying[0]!.id : undefined;
}
