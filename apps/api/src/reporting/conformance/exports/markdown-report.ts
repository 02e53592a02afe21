import type { ConformanceDocument, PublicState } from '../conformance-document.js';
import { TRANSLATIONS } from '../translations/translations.js';
import { type BlockWriters, renderParts } from './render-parts.js';
import type { ReportFact } from './report-facts.js';
import { withNumber } from './report-outline.js';
import { type PartTitle, readableReport, type RemarkLine, type RequirementName } from './report-parts.js';

/**
 * A report as Markdown with tables (GFM). What people wrote is text: nothing in it marks anything up. @param state
 * null: a draft
 */
export async function markdownReport(document: ConformanceDocument, state: PublicState | null): Promise<string> {
  const t = TRANSLATIONS[document.language];
  const report = await readableReport(document, state);
  const parts = await renderParts(report.parts, WRITERS);
  const texts = [
    ...report.notices.map((notice) => `> **${notice}**`),
    `# ${escaped(report.title)}`,
    escaped(report.kind),
    `## ${t.headings.contents}`,
    list(report.parts.map(({ title }) => titleText(title))),
    ...parts.flatMap(({ part: { title }, blocks }) => [`## ${titleText(title)}`, ...blocks]),
  ];
  return `${texts.join('\n\n')}\n`;
}

const WRITERS: BlockWriters<string, string[]> = {
  subheading: ({ title }) => `### ${titleText(title)}`,
  facts: ({ facts }) => facts.map(factText).join('\n'),
  result: ({ conformance, standard }) => `**${conformance}** (${escaped(standard)}).`,
  list: ({ items }) => list(items.map(escaped)),
  counts: ({ head, rows }) =>
    table(
      head,
      rows.map(([verdict, count]) => [verdict, String(count)]),
    ),
  remarks: ({ lines }) => lines.map(lineText).join('\n\n'),
  names: ({ names }) => list(names.map(nameText)),
  row: ({ name, verdicts, remarks, reported }) => [
    nameText(name),
    verdicts.map((verdict) => `**${verdict}**`).join(BREAK),
    [
      ...remarks.map(({ component, lines }) => `${component ?? ''}${lines.map(lineText).join(BREAK)}`),
      ...reported.map(lineText),
    ].join(BREAK),
  ],
  requirements: ({ head }, rows) => table(head, rows),
};

const titleText = (title: PartTitle): string =>
  escaped(`${title.of === undefined ? '' : `${title.of}: `}${'ours' in title ? title.ours : withNumber(title)}`);

const factText = ({ label, values }: ReportFact): string => {
  const texts = values.map((value) =>
    'ours' in value ? value.ours : 'text' in value ? escaped(value.text) : addressText(value.name, value.url),
  );
  return texts.length === 1
    ? `- **${label}**: ${texts[0]!}`
    : `- **${label}**:\n${texts.map((text) => `  ${item(text)}`).join('\n')}`;
};

const addressText = (name: string, url: string): string =>
  url === name || url === `mailto:${name}` ? escaped(name) : `${escaped(name)}: ${escaped(url)}`;

function nameText(name: RequirementName): string {
  const text = escaped(withNumber(name));
  return name.address === null ? text : `[${text}](${name.address})`;
}

function lineText({ label, text, tone }: RemarkLine): string {
  const content = `${label ?? ''}${'ours' in text ? text.ours : escaped(text.written)}`;
  return tone === 'verdict' ? `**${content}**` : content;
}

const table = (head: readonly string[], rows: readonly (readonly string[])[]): string =>
  [head, head.map(() => '---'), ...rows].map((row) => `| ${row.join(' | ')} |`).join('\n');

/** A new line that a cell may have. */
const BREAK = '<br>';

/** What marks something up anywhere in Markdown, GFM included. */
const MARKS = /[\\`*_{}[\]#|~!]/g;

/** What would begin a list within a list. */
const BEGINS = /^(\d+)(?=[.)])|^(?=[-+])/;

const item = (text: string): string => `- ${text.replace(BEGINS, '$1\\')}`;

const list = (items: readonly string[]): string => items.map(item).join('\n');

/** What somebody wrote, as text on one line. */
const escaped = (text: string): string =>
  text
    .trim()
    .replace(MARKS, (mark) => `\\${mark}`)
    .replace(/&/g, '&amp;')
    .replace(/</g, '&lt;')
    .replace(/>/g, '&gt;')
    .replace(/\s*\r?\n\s*/g, BREAK);
