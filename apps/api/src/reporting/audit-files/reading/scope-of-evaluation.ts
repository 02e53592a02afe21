import type { ReadAudit } from './audit-content.js';
import { cut } from './cut.js';

type Node = Readonly<Record<string, unknown>>;

/** A text of a file; '' where it has none. */
export const textOf = (value: unknown): string => (typeof value === 'string' ? value.trim() : '');

const MAX_EVALUATORS = 20;
const MAX_BASELINE = 20;

/**
 * What an evaluation of the WCAG-EM Report Tool says of its audit, and what of that has no place in ours.
 * @param isNotice whether a paragraph is one of those that our own exports add
 */
export function scopeOf(
  file: Node,
  nodeOf: (value: unknown) => Node,
  isNotice: (paragraph: string) => boolean,
): { audit: ReadAudit; leftOut: string[] } {
  const found = nodeOf(file['reportFindings']);
  const defined = nodeOf(file['defineScope']);
  const explored = nodeOf(file['exploreTarget']);
  const scope = nodeOf(defined['scope']);
  const title = textOf(found['title']);
  const described = textOf(scope['description']);
  const version = textOf(defined['wcagVersion']);
  const level = textOf(defined['conformanceTarget']);
  const specifics = textOf(found['evaluationSpecifics'])
    .split('\n\n')
    .filter((one) => one !== '' && !isNotice(one));
  const technologies = (Array.isArray(explored['technologiesReliedUpon']) ? explored['technologiesReliedUpon'] : [])
    .map((one) => textOf(one) || textOf(nodeOf(one)['title']))
    .filter(Boolean);
  const texts = {
    scopeText: [
      // Without a scope our exports have the product there.
      described === textOf(scope['title']) ? '' : described,
      textOf(defined['additionalEvaluationRequirements']),
    ],
    description: [
      ...[textOf(explored['essentialFunctionality']), textOf(explored['pageTypeVariety'])],
      ...[technologies.length === 0 ? '' : `Technologies: ${technologies.join(', ')}`, ...specifics],
    ],
    executiveSummary: [textOf(found['summary'])],
    title: [/^Audit \d+$/.test(title) ? '' : title],
  };
  const audit: ReadAudit = { method: 'wcag_em' };
  const leftOut: string[] = [];
  for (const [field, max] of Object.entries(MAX) as [keyof typeof MAX, number][]) {
    const text = texts[field].filter(Boolean).join('\n\n');
    if (text.length > max) leftOut.push(`${NAMES[field]} beyond ${max} characters`);
    if (text !== '') audit[field] = cut(text, max);
  }
  const evaluators = namesOf(textOf(found['evaluator']));
  if (evaluators.length > 0) audit.evaluators = evaluators.slice(0, MAX_EVALUATORS);
  const baseline = environmentsOf(textOf(defined['accessibilitySupportBaseline']));
  if (baseline.length > 0) audit.baseline = baseline.slice(0, MAX_BASELINE);
  if (/^2\.[0-2]$/.test(version) && /^A{1,3}$/.test(level)) audit.conformance = { version, level };
  else if (version !== '' || level !== '')
    leftOut.push(
      `the version or level ${[version && `WCAG ${cut(version, 50)}`, cut(level, 50)].filter(Boolean).join(', ')}`,
    );
  if (textOf(found['commissioner']) !== '') leftOut.push('the commissioner');
  if (evaluators.length > MAX_EVALUATORS) leftOut.push(`evaluators after the first ${MAX_EVALUATORS}`);
  if (baseline.length > MAX_BASELINE) leftOut.push(`lines of the baseline after the first ${MAX_BASELINE}`);
  return { audit, leftOut };
}

const MAX = { title: 200, scopeText: 10_000, executiveSummary: 20_000, description: 2_000 };
const NAMES = { title: 'the title', scopeText: 'the scope', executiveSummary: 'the summary', description: 'the texts' };

/** One a semicolon or a line: names have commas. */
const namesOf = (text: string): { userId: null; name: string }[] =>
  text
    .split(/[;\n]+/)
    .map((name) => cut(name.trim(), 200))
    .filter(Boolean)
    .map((name) => ({ userId: null, name }));

/** A browser with an assistive technology a line, as our exports write them. */
const environmentsOf = (text: string): NonNullable<ReadAudit['baseline']> =>
  text.split('\n').flatMap((line) => {
    const [browser = '', ...others] = line.split(' + ').map((one) => one.trim());
    if (browser === '') return [];
    return [{ browser: cut(browser, 200), assistiveTechnology: cut(others.join(' + '), 200) || null }];
  });
