import type { Fault } from '#libs/errors';
import type { Issue } from '../../../records/issues/issue.entity.js';
import type { TemplateThere } from '../connections/tracker-connection.entity.js';

const IN_TITLE = ['title', 'number'];
const IN_TEXT = ['title', 'number', 'product', 'description', 'severity', 'priority', 'impact', 'wcag'];
const NAMES = /\{([^{}]*)\}/g;

/** What of a template cannot be filled in. Each name may stand there once: so what is written stays as long as it was. */
export function faultsOfTemplate({ title, text }: { title?: string | null; text?: string | null } = {}): Fault[] {
  const faults = [
    ...(title == null ? [] : faultsOf('title', title, IN_TITLE)),
    ...(text == null ? [] : faultsOf('text', text, IN_TEXT)),
  ];
  if (title != null && !title.includes('{title}')) faults.push(faultOf('title', 'must contain {title}'));
  return faults;
}

function faultsOf(field: string, template: string, known: readonly string[]): Fault[] {
  const names = [...template.matchAll(NAMES)].map(([, name]) => name!);
  const all = known.map((name) => `{${name}}`).join(', ');
  return [
    ...(names.some((name) => !known.includes(name)) ? [faultOf(field, `can contain only ${all}`)] : []),
    ...(new Set(names).size < names.length ? [faultOf(field, 'must contain each name only once')] : []),
  ];
}

const faultOf = (field: string, message: string): Fault => ({
  ...{ path: `/template/${field}`, code: 'malformed', message: `${field} ${message}` },
});

/** What is filled in is not looked at again: a title that reads like a name of a template stays as it is. */
const fill = (template: string, values: Readonly<Record<string, string>>): string =>
  template.replaceAll(NAMES, (all, name: string) => values[name] ?? all);

/** A title of ours as it stands there; one that has what the template adds gets it no second time. */
export const titleBy = (
  { title: template }: TemplateThere,
  { title, number }: Pick<Issue, 'title' | 'number'>,
): string =>
  template === undefined || titleWithout({ title: template }, title, number) !== title
    ? title
    : fill(template, { title, number: String(number) });

/** A title there without what the template adds to it, where it has that. */
export function titleWithout({ title: template }: TemplateThere, title: string, number: number): string {
  if (template === undefined) return title;
  const onOneLine = template.replaceAll(/\s+/g, ' ').trim();
  const [begins = '', ends = ''] = onOneLine.split('{title}').map((part) => fill(part, { number: String(number) }));
  const isWhole = title.startsWith(begins) && title.endsWith(ends) && title.length > begins.length + ends.length;
  return isWhole ? title.slice(begins.length, title.length - ends.length) : title;
}

/** What an issue says there by a template; undefined: there is none. */
export const textBy = (
  { text }: TemplateThere,
  { title, number, description, severity, priority, impact, wcag }: TemplatedIssue,
  product: string,
): string | undefined =>
  text &&
  fill(text, {
    ...{ title, number: String(number), product, wcag: wcag.join(', ') },
    ...{ description: description ?? '', severity: severity ?? '', priority: priority ?? '', impact: impact ?? '' },
  });

/** What a template may name of an issue. */
export type TemplatedIssue = Pick<
  Issue,
  'title' | 'number' | 'description' | 'severity' | 'priority' | 'impact' | 'wcag'
>;
