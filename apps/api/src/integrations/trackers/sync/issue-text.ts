import type { Issue } from '../../../records/issues/issue.entity.js';
import type { TrackerConnection } from '../connections/tracker-connection.entity.js';
import { KINDS_OF_TRACKERS, type TextFormat } from '../kinds.js';
import { type TemplatedIssue, textBy } from './template.js';

/** What an issue there has, by which we know that it is ours. */
export const markerOf = (linkId: string): string => `curbcut:${linkId}`;

/** How a tracker writes what an issue says. */
interface Writing {
  /** A text of ours, which says nothing to the tracker. */
  text: (text: string) => string;
  list: (items: readonly string[]) => string;
  link: (text: string, url: string) => string;
  /** Our mark, which is not shown; null: it stands elsewhere than in the text. */
  mark: ((marker: string) => string) | null;
}

const WRITINGS: Record<TextFormat, Writing> = {
  markdown: {
    text: (text) => plain(text),
    list: (items) => items.map((item) => `- ${item}`).join('\n'),
    link: (text, url) => `[${text}](${url})`,
    mark: (marker) => `<!-- ${marker} -->`,
  },
  wiki: {
    text: (text) => plainWiki(text),
    list: (items) => items.map((item) => `* ${item}`).join('\n'),
    link: (text, url) => `[${text}|${url}]`,
    mark: null,
  },
  html: {
    text: (text) => plainHtml(text),
    list: (items) => (items.length === 0 ? '' : `<ul>${items.map((item) => `<li>${item}</li>`).join('')}</ul>`),
    link: (text, url) => `<p><a href="${plainHtml(url)}">${text}</a></p>`,
    mark: null,
  },
  text: {
    text: (text) => text,
    list: (items) => items.map((item) => `- ${item}`).join('\n'),
    link: (text, url) => `${text}: ${url}`,
    mark: null,
  },
};

/** Where an issue is here, and how it shall read there. */
interface Around {
  url: string;
  marker: string;
  product: string;
  template: TrackerConnection['template'];
}

/** What an issue says in a tracker: what is known of it, where it is here, and our mark, if that stands in a text. */
export function bodyOfIssue(
  issue: TemplatedIssue,
  { url, marker, product, template }: Around,
  format: TextFormat,
): string {
  const { description, severity, priority, wcag } = issue;
  const { text, list, link, mark } = WRITINGS[format];
  const templated = textBy(template, issue, product);
  const facts = [
    ...(severity === null ? [] : [`Severity: ${severity}`]),
    ...(priority === null ? [] : [`Priority: ${priority}`]),
    ...(wcag.length === 0 ? [] : [`WCAG: ${wcag.map(text).join(', ')}`]),
  ];
  const escaped = description === null ? '' : text(description);
  // Escaped as a whole: a seam between both makes no sign of the tracker.
  const content = templated === undefined ? [escaped, list(facts)] : [text(templated).trim()];
  const parts = [...content, link('Open in Curbcut', url), mark?.(marker) ?? ''];
  return parts.filter((part) => part !== '').join('\n\n');
}

/** A character without width: what follows is no name of an account, and no command. */
const APART = '\u200b';

/**
 * A text of ours in the Markdown of a tracker: it stays readable, and nobody is mentioned by it. A line that begins with
 * `/` would be a command at GitLab, carried out with our token; HTML could hide what follows.
 */
export const plain = (text: string): string =>
  text
    .replaceAll('\r\n', '\n')
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('](', ']\\(')
    .replaceAll('@', `@${APART}`)
    .replaceAll(/^(\s*)\//gm, `$1${APART}/`);

/** A text of ours in the wiki text of Jira: its signs are escaped, so that nobody is mentioned and nothing included. */
export const plainWiki = (text: string): string =>
  text
    .replaceAll('\r\n', '\n')
    .replaceAll(/[\\{}[\]!|*_]/g, '\\$&')
    .replaceAll(
      /(^|[\s(])([-+^~?]+)/gm,
      (_all, before: string, signs: string) => before + [...signs].map((sign) => `\\${sign}`).join(''),
    )
    .replaceAll(/^(\s*)(#|h[1-6]\.|bq\.)/gm, `$1${APART}$2`);

const HTML: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', '\n': '<br>' };

/** A text of ours in HTML. */
export const plainHtml = (text: string): string =>
  text
    .replaceAll('\r\n', '\n')
    .replaceAll(/[&<>"\n]/g, (sign) => HTML[sign]!)
    .replaceAll('@', `@${APART}`);

/** A title: in GitHub and GitLab it is text, but a name of an account would mention. */
export const titleFor = (title: string): string => title.replaceAll(/\s+/g, ' ').trim().replaceAll('@', `@${APART}`);

/** A title as it was before it went there. */
export const titleFrom = (title: string): string => title.replaceAll(APART, '');

/** The labels of an issue there, and its priority where that is a field of its own. */
export function ratedThere(
  { severity, priority }: Pick<Issue, 'severity' | 'priority'>,
  { kind, labels, severities, priorities }: Pick<TrackerConnection, 'kind' | 'labels' | 'severities' | 'priorities'>,
): { labels: string[]; priority: string | null } {
  const { hasPriorities, labelOf } = KINDS_OF_TRACKERS[kind];
  const ours = (priority && priorities[priority]?.trim()) || null;
  const all = [...labels, severity && severities[severity], hasPriorities ? null : ours];
  const given = all.flatMap((label) => label?.trim() || []).map(labelOf);
  return { labels: [...new Set(given)], priority: hasPriorities ? ours : null };
}
