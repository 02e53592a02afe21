import { named, text } from '../json.js';
import { presentLintRule } from '../lint-rules.js';
import { ALFA_RULES } from './alfa.generated.js';
import { AXE_RULES } from './axe.generated.js';
import { ALFA_RGAA, ANGULAR_RULES, HTML_VALIDATE_RULES, IBM_RGAA, MORE_JSX_A11Y_RULES, VUE_RULES } from './by-hand.js';
import { FORMER_IBM_RULES } from './ibm-former.generated.js';
import { IBM_RULES } from './ibm.generated.js';
import { JSX_A11Y_RULES } from './jsx-a11y.generated.js';

type Criteria = readonly string[];

/**
 * The criteria of a rule of axe-core: WCAG's numbers, and RGAA's as `rgaa:1.1`. What the tags of a report say of a
 * standard goes before the table, which is of one version.
 */
export function criteriaOfAxe(ruleId: unknown, tags: readonly unknown[] = []): string[] {
  const tagged = tags.flatMap(numberOfTag);
  const known = named(AXE_RULES, ruleId) ?? [];
  return [isWcag, isRgaa].flatMap((isOfStandard) => {
    const ofTags = tagged.filter(isOfStandard);
    return ofTags.length > 0 ? ofTags : known.filter(isOfStandard);
  });
}

const isRgaa = (number: string): boolean => number.startsWith('rgaa:');
const isWcag = (number: string): boolean => !isRgaa(number);

/** `wcag143`, or `RGAA-1.1.3` for theme, criterion and test. */
function numberOfTag(tag: unknown): string[] {
  const written = text(tag) ?? '';
  const wcag = /^wcag([1-4])(\d)(\d{1,2})$/i.exec(written);
  const rgaa = /^RGAA-(\d{1,2}\.\d{1,2})\.\d{1,2}$/i.exec(written);
  return [...(wcag ? [`${wcag[1]}.${wcag[2]}.${wcag[3]}`] : []), ...(rgaa ? [`rgaa:${rgaa[1]}`] : [])];
}

/**
 * Those of a rule of IBM's engine, of WCAG, some of which depend on the reason that a result gives, and of the RGAA.
 */
export function criteriaOfIbm(ruleId: unknown, reason: unknown): Criteria {
  const rule = named(IBM_RULES, ruleId);
  if (!rule) return [];
  const rgaa = named(IBM_RGAA, ruleId);
  return [...(named(rule.reasons ?? {}, reason) ?? rule.criteria), ...(rgaa === undefined ? [] : [`rgaa:${rgaa}`])];
}

/** What a rule of IBM's engine is called since version 4, and the reason of a result. */
export function presentIbmRule(ruleId: unknown, reason: unknown): { ruleId: string | undefined; reason: unknown } {
  const former = named(FORMER_IBM_RULES, ruleId);
  return former
    ? { ruleId: former.rule, reason: named(former.reasons ?? {}, reason) ?? reason }
    : { ruleId: text(ruleId), reason };
}

/** The toolkit level of a rule of IBM's engine, from 1, which is to be mended first. */
export const ibmLevel = (ruleId: unknown): number | undefined => named(IBM_RULES, ruleId)?.level;

/** Those of a rule of Alfa, such as `sia-r2`, of WCAG and of the RGAA. */
export function criteriaOfAlfa(ruleId: unknown): Criteria {
  const rgaa = named(ALFA_RGAA, ruleId);
  return [...(named(ALFA_RULES, ruleId) ?? []), ...(rgaa === undefined ? [] : [`rgaa:${rgaa}`])];
}

const IBM = /^ibm\b|\bequal-access\b/i;

/** Whose rules are told of the RGAA, by what their names have in common. */
const RULES_OF_TOOLS: readonly [tool: RegExp, criteriaOf: (ruleId: string) => Criteria][] = [
  [/\baxe\b|^lighthouse$/i, (ruleId) => criteriaOfAxe(ruleId)],
  [/\balfa\b/i, criteriaOfAlfa],
  [IBM, (ruleId) => criteriaOfIbm(ruleId, undefined)],
];

/**
 * The criteria of the RGAA that a rule is about, as `rgaa:1.1`: none where what a report tells of the rule is of no
 * criterion of WCAG that the tool itself tells.
 */
export function rgaaOfRule(tool: string, ruleId: string, criteria: Criteria): Criteria {
  const criteriaOf = RULES_OF_TOOLS.find(([name]) => name.test(tool))?.[1];
  const known = criteriaOf?.(ruleId) ?? [];
  return known.some((one) => isWcag(one) && criteria.includes(one)) ? known.filter(isRgaa) : [];
}

/** What a rule is called now, of a tool whose rules have had other names. */
export const presentRule = (tool: string, ruleId: string): string =>
  (IBM.test(tool) ? presentIbmRule(ruleId, undefined).ruleId : undefined) ?? presentLintRule(ruleId);

/** Those of a rule of html-validate. */
export const criteriaOfHtmlValidate = (ruleId: unknown): Criteria => named(HTML_VALIDATE_RULES, ruleId) ?? [];

/** Those of a rule of ESLint with the name of its plugin, such as `jsx-a11y/alt-text`. */
export function criteriaOfLint(ruleId: string): Criteria {
  const [, plugin, name] = PLUGINS.exec(ruleId) ?? [];
  switch (plugin) {
    case undefined:
      return [];
    case 'vuejs-accessibility':
      return named(VUE_RULES, name) ?? ofJsx(name);
    case '@angular-eslint/template':
      return named(ANGULAR_RULES, name?.replace(/^accessibility-/, '')) ?? [];
    default:
      return ofJsx(name);
  }
}

const PLUGINS = /^(?:@[\w.-]+\/|astro\/)?(jsx-a11y|jsx-a11y-x|vuejs-accessibility|@angular-eslint\/template)\/(.+)$/;

const ofJsx = (name: unknown): Criteria => named(MORE_JSX_A11Y_RULES, name) ?? named(JSX_A11Y_RULES, name) ?? [];
