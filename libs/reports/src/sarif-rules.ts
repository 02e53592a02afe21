import { at, firstText, list, text } from './json.js';
import { isLintRule } from './lint-rules.js';
import { ruleIdOf } from './rule-addresses.js';
import { criteriaOfAlfa, criteriaOfAxe, criteriaOfLint } from './rules/criteria.js';

/** A rule as a result means it: what its tool says of it, if it says anything. */
export interface SarifRule {
  id: string;
  descriptor: unknown;
  /** The driver or the extension that it is of. */
  component?: unknown;
}

/**
 * The rule of a result, which names it by its id, by its place in the list of the tool, or of an extension of it. The id
 * wins: tools that merge runs or sort rules leave places of before.
 */
export function ruleOf(run: unknown, result: unknown): SarifRule | undefined {
  const reference = at(result, 'rule');
  const component = componentOf(run, at(reference, 'toolComponent'));
  const index = [at(result, 'ruleIndex'), at(reference, 'index')].find((place) => isPlace(place));
  const written = firstText(at(result, 'ruleId'), at(reference, 'id'));
  const rules = list(at(component, 'rules'));
  const placed = index === undefined ? undefined : rules[index];
  if (written === undefined) {
    const id = text(at(placed, 'id'));
    return id === undefined ? undefined : { id, descriptor: placed, component };
  }
  const descriptor = isNamed(placed, written)
    ? placed
    : (rules.find((rule) => text(at(rule, 'id')) === written) ?? rules.find((rule) => isNamed(rule, written)));
  return { id: written, descriptor, component };
}

/**
 * Whether an id is that of a rule, one of its former ids (§3.49.4), or of a part of it, as `rule/part` (§3.27.5). Some
 * tools write the name of the rule.
 */
const isNamed = (rule: unknown, written: string): boolean =>
  [at(rule, 'id'), at(rule, 'name'), ...list(at(rule, 'deprecatedIds'))]
    .flatMap((id) => text(id) ?? [])
    .some((id) => id === written || written.startsWith(`${id}/`));

const isPlace = (value: unknown): value is number => typeof value === 'number' && Number.isInteger(value) && value >= 0;

function componentOf(run: unknown, reference: unknown): unknown {
  const index = at(reference, 'index');
  const extensions = list(at(run, 'tool', 'extensions'));
  const [guid, name] = [text(at(reference, 'guid')), text(at(reference, 'name'))];
  const named =
    extensions.find((extension) => guid !== undefined && at(extension, 'guid') === guid) ??
    extensions.find((extension) => name !== undefined && at(extension, 'name') === name);
  return (isPlace(index) ? extensions[index] : named) ?? at(run, 'tool', 'driver');
}

/** All rules that the tool of a run describes. */
export const rulesOf = (run: unknown): SarifRule[] =>
  [at(run, 'tool', 'driver'), ...list(at(run, 'tool', 'extensions'))]
    .flatMap((component) => list(at(component, 'rules')))
    .map((descriptor) => ({ id: text(at(descriptor, 'id')) ?? '', descriptor }));

const ACCESSIBILITY_TOOLS =
  /\baxe\b|accessib|a11y|\balfa\b|siteimprove|equal.?access|\bwave\b|qualweb|html.?code.?sniffer|\btenon\b|\bibma?\b.*checker/i;
const SECURITY_TOOLS =
  /codeql|semgrep|snyk|trivy|grype|gitleaks|trufflehog|bandit|checkov|tfsec|kics|gosec|brakeman|\bzap\b|dependency.?check|osv|scorecard|secur/i;

/** Whether a rule is about accessibility: by its tool, its name, its tags, its taxa or where its help stands. */
export function isAccessibilityRule(run: unknown, { id, descriptor }: SarifRule): boolean {
  const tool = driverOf(run);
  const tags = tagsOf(descriptor).map((tag) => tag.toLowerCase());
  if (isSecurityTool(run) || tags.includes('security')) return false;
  return (
    ACCESSIBILITY_TOOLS.test(tool) ||
    isLintRule(id) ||
    tags.some((tag) => /^(accessibility|a11y|wcag\b.*|wcag\d.*|section ?508.*|en-?301-?549.*)$/.test(tag)) ||
    /^(accessibility|a11y)$/i.test(text(at(descriptor, 'properties', 'category')) ?? '') ||
    criteriaOfTaxa(run, list(at(descriptor, 'relationships'))).length > 0 ||
    /dequeuniversity\.com\/rules\/|w3\.org\/(WAI|TR\/WCAG)|act-rules/i.test(text(at(descriptor, 'helpUri')) ?? '')
  );
}

export const driverOf = (run: unknown): string => text(at(run, 'tool', 'driver', 'name')) ?? 'sarif';

export const isSecurityTool = (run: unknown): boolean => SECURITY_TOOLS.test(driverOf(run));

export const tagsOf = (descriptor: unknown): string[] =>
  list(at(descriptor, 'properties', 'tags')).flatMap((tag) => text(tag) ?? []);

/** What our tables know of a rule for which a report names no criteria. */
export function criteriaOfRule(run: unknown, { id }: SarifRule): readonly string[] {
  if (isLintRule(id)) return criteriaOfLint(id);
  const tool = driverOf(run);
  if (/\baxe\b/i.test(tool)) return criteriaOfAxe(id);
  return /\balfa\b/i.test(tool) ? criteriaOfAlfa(ruleIdOf(id)) : [];
}

/** The criteria among taxa that a rule or a result refers to, of a taxonomy that is WCAG. */
export function criteriaOfTaxa(run: unknown, references: readonly unknown[]): string[] {
  return references.flatMap((reference) => {
    const target = at(reference, 'target') ?? reference;
    const index = at(target, 'toolComponent', 'index');
    const taxonomy = isPlace(index) ? at(run, 'taxonomies', index) : undefined;
    const name = firstText(at(target, 'toolComponent', 'name'), at(taxonomy, 'name')) ?? '';
    if (!/wcag|web content accessibility/i.test(name)) return [];
    const place = at(target, 'index');
    const taxon = isPlace(place) ? at(taxonomy, 'taxa', place) : undefined;
    return [at(target, 'id'), at(taxon, 'id'), at(taxon, 'name')].flatMap(numbersIn).slice(0, 1);
  });
}

/** The criteria that tags name: `wcag143`, `WCAG 1.4.3`. */
export const criteriaOfTagTexts = (tags: readonly string[]): string[] =>
  tags.filter((tag) => /wcag/i.test(tag)).flatMap(numbersIn);

function numbersIn(value: unknown): string[] {
  const written = text(value) ?? '';
  const parts =
    /^wcag([1-4])(\d)(\d{1,2})$/i.exec(written) ?? /(?:^|[^\d.])([1-4])\.(\d)\.(\d{1,2})(?![\d.]*\d)/.exec(written);
  return parts ? [`${parts[1]}.${parts[2]}.${parts[3]}`] : [];
}
