import { WCAG_CRITERIA } from './data/wcag-criteria.generated.js';
import { WCAG_PROCEDURES } from './data/wcag-procedures.js';
import type { WcagCriterion } from './wcag-criterion.js';

const VERSIONS = ['2.2', '2.1', '2.0'] as const;

const CRITERIA = new Map(WCAG_CRITERIA.map((criterion) => [criterion.number, criterion]));

/**
 * How the criteria of WCAG are examined for which a requirement stands, in Markdown, each with what W3C says of it.
 * @param wcag their numbers; @returns null where it stands for none
 */
export function procedureOfCriteria(wcag: readonly string[]): string | null {
  const criteria = wcag.flatMap((number) => CRITERIA.get(number) ?? []);
  return criteria.length === 0 ? null : criteria.map((one) => written(one, criteria.length > 1)).join('\n\n');
}

function written(criterion: WcagCriterion, isOneOfSeveral: boolean): string {
  const { number, title } = criterion;
  const procedure = WCAG_PROCEDURES[number]!;
  const text = isOneOfSeveral ? `**${number} ${title}.** ${procedure}` : procedure;
  return `${text}\n\n[W3C on ${number}](${understandingOf(criterion)})`;
}

/** Where W3C explains a criterion: the address has the anchor that the latest version has which has it. */
function understandingOf({ versions }: WcagCriterion): string {
  const version = VERSIONS.find((one) => versions[one])!;
  const [, anchor] = versions[version]!.url.split('#');
  if (version === '2.0') return versions[version]!.url;
  return `https://www.w3.org/WAI/WCAG${version.replace('.', '')}/Understanding/${anchor}`;
}
