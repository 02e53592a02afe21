import { grouped } from '../../../platform/lists/grouped.js';
import { levelNames, levelOf } from '../conformance-rate.js';
import type {
  ConformanceDocument,
  DocumentGroup,
  DocumentRequirement,
  DocumentVerdict,
} from '../conformance-document.js';

/** What was said once for many requirements. */
export interface SharedVerdict {
  verdict: DocumentVerdict;
  requirements: DocumentRequirement[];
}

/** A heading of the standard with the requirements directly under it. */
interface ReportSection {
  /** Null: the chapter's own. */
  group: DocumentGroup | null;
  requirements: DocumentRequirement[];
}

/**
 * A chapter of a report: what has a level, by level, then each heading of the first rank with the rest that is below
 * it.
 */
export interface ReportChapter {
  /** The name of the level; null: of a heading. */
  level: string | null;
  /** Null: requirements of a level, or that stand under no heading. */
  group: DocumentGroup | null;
  shared: SharedVerdict[];
  sections: ReportSection[];
}

/**
 * The chapters of a report, a table for each level first. Left out are requirements beyond the level of which nothing
 * is said, and those that say only what is said once for their chapter, unless something is `noted` of them.
 */
export function reportOutline(
  document: Pick<ConformanceDocument, 'standard' | 'groups' | 'requirements'>,
  noted: ReadonlySet<string> = new Set(),
): ReportChapter[] {
  const { groups, requirements } = document;
  const byKey = new Map(groups.map((group) => [group.key, group]));
  const chapterOf = (key: number | null): number | null => {
    const parent = key === null ? null : (byKey.get(key)?.parent ?? null);
    return parent === null ? key : chapterOf(parent);
  };
  const stated = requirements.filter(({ inScope, verdicts }) => inScope || verdicts.length > 0);
  const byLevel = grouped(stated, (requirement) => tableLevel(document, requirement));
  const ofLevels = levelNames(document)
    .filter((level) => byLevel.has(level))
    .map((level) => {
      const own = byLevel.get(level)!;
      const rows = own.filter(needsOwnEntry(noted));
      const sections = rows.length === 0 ? [] : [{ group: null, requirements: rows }];
      return { level, group: null, shared: sharedVerdicts(own), sections };
    });
  const chapters = grouped(byLevel.get(null) ?? [], ({ group }) => chapterOf(group));
  const ofGroups = [...chapters].map(([key, own]) => ({
    level: null,
    group: key === null ? null : byKey.get(key)!,
    shared: sharedVerdicts(own),
    sections: sectionsOf(own.filter(needsOwnEntry(noted)), key, byKey),
  }));
  return [...ofLevels, ...ofGroups];
}

/** The level whose table has a requirement. The RGAA asks for all of its criteria alike, and goes by theme. */
const tableLevel = (
  document: Pick<ConformanceDocument, 'standard'>,
  requirement: DocumentRequirement,
): string | null => (document.standard.catalogue === 'rgaa' ? null : levelOf(document, requirement));

/**
 * The chapter's own requirements first, so that they stand under its heading; then the headings in the order of the
 * standard.
 */
function sectionsOf(
  requirements: readonly DocumentRequirement[],
  chapter: number | null,
  byKey: ReadonlyMap<number, DocumentGroup>,
): ReportSection[] {
  const sections = [...grouped(requirements, ({ group }) => group)].map(([group, within]) => ({
    group: group === null || group === chapter ? null : byKey.get(group)!,
    requirements: within,
  }));
  const order = new Map([...byKey.values()].map((group, index) => [group, index]));
  const placeOf = ({ group }: ReportSection): number => (group === null ? -1 : order.get(group)!);
  return sections.sort((a, b) => placeOf(a) - placeOf(b));
}

const needsOwnEntry =
  (noted: ReadonlySet<string>) =>
  ({ number, verdicts }: DocumentRequirement): boolean =>
    verdicts.length === 0 || noted.has(number) || verdicts.some(({ fromGroup }) => !fromGroup);

function sharedVerdicts(requirements: readonly DocumentRequirement[]): SharedVerdict[] {
  const shared = new Map<string, SharedVerdict>();
  for (const requirement of requirements)
    for (const verdict of requirement.verdicts.filter(({ fromGroup }) => fromGroup)) {
      const key = JSON.stringify([verdict.component, verdict.verdict, verdict.remarks]);
      const known = shared.get(key) ?? { verdict, requirements: [] };
      known.requirements.push(requirement);
      shared.set(key, known);
    }
  return [...shared.values()];
}

/** Of the requirements of the level how many have which verdict; one with several verdicts counts as the worst. */
export function countsByVerdict(
  requirements: readonly DocumentRequirement[],
): Map<DocumentVerdict['verdict'] | null, number> {
  const counts = new Map<DocumentVerdict['verdict'] | null, number>();
  for (const { inScope, verdicts } of requirements) {
    if (!inScope) continue;
    const worst = worstOf(verdicts.map(({ verdict }) => verdict));
    counts.set(worst, (counts.get(worst) ?? 0) + 1);
  }
  return counts;
}

const WORST_FIRST = ['not_evaluated', 'does_not_support', 'partially_supports', 'supports', 'not_applicable'] as const;

/** The worst of several verdicts; null of none. */
export const worstOf = (verdicts: readonly DocumentVerdict['verdict'][]): DocumentVerdict['verdict'] | null =>
  WORST_FIRST.find((verdict) => verdicts.includes(verdict)) ?? null;

/** A heading or a requirement by its number and name. */
export const withNumber = ({ number, name }: { number: string | null; name: string }): string =>
  number === null ? name : `${number} ${name}`;
