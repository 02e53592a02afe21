import {
  Bookmark,
  Document,
  ExternalHyperlink,
  HeadingLevel,
  InternalHyperlink,
  type IRunOptions,
  Packer,
  Paragraph,
  type ParagraphChild,
  Table,
  TableCell,
  TableRow,
  TextRun,
  WidthType,
} from 'docx';
import type { ConformanceDocument, PublicState, ReportLanguage } from '../conformance-document.js';
import { fillIn, TRANSLATIONS } from '../translations/translations.js';
import { docxStyles, LANGUAGE_TAGS, PAGE } from './docx-styles.js';
import { type BlockWriters, renderParts } from './render-parts.js';
import type { ReportFact } from './report-facts.js';
import { withNumber } from './report-outline.js';
import {
  type PartTitle,
  readableReport,
  type RemarkLine,
  type RequirementName,
  type RequirementRow,
} from './report-parts.js';

type Block = (Paragraph | Table)[];

/** A report as a document of a word processor (Office Open XML). @param state of a published one; null: a draft */
export async function docxReport(document: ConformanceDocument, state: PublicState | null): Promise<Buffer> {
  const t = TRANSLATIONS[document.language];
  const report = await readableReport(document, state);
  const parts = await renderParts(report.parts, writers(document));
  const author = xmlText(document.author?.name ?? document.organization.name);
  return Packer.toBuffer(
    new Document({
      title: xmlText(report.title),
      subject: xmlText(report.kind),
      creator: author,
      lastModifiedBy: author,
      description: xmlText(`${report.product}, ${report.organization}`),
      styles: docxStyles(document.language),
      sections: [
        {
          properties: { page: PAGE },
          children: [
            ...report.notices.map((notice) => new Paragraph({ style: 'Notice', children: runs(notice) })),
            new Paragraph({ style: 'Quiet', children: runs(report.kind) }),
            heading(HeadingLevel.HEADING_1, runs(report.title), report.title),
            new Paragraph({
              style: 'Quiet',
              children: [...runs(report.product), ...runs(', '), ...runs(report.organization)],
            }),
            heading(HeadingLevel.HEADING_2, runs(t.headings.contents)),
            ...report.parts.map(
              ({ id, title }) =>
                new Paragraph({
                  bullet: { level: 0 },
                  children: [new InternalHyperlink({ anchor: id, children: titleRuns(title, LINK) })],
                }),
            ),
            ...parts.flatMap(({ part: { id, title }, blocks }) => [
              heading(HeadingLevel.HEADING_2, [new Bookmark({ id, children: titleRuns(title) })]),
              ...blocks.flat(),
            ]),
          ],
        },
      ],
    }),
  );
}

const writers = ({ language }: ConformanceDocument): BlockWriters<Block, TableRow> => ({
  subheading: ({ title }) => [heading(HeadingLevel.HEADING_3, titleRuns(title))],
  facts: ({ facts }) => facts.flatMap(factParagraphs),
  result: ({ conformance, standard }) => [
    new Paragraph({ children: [...runs(conformance, { bold: true }), ...runs(` (${standard}).`)] }),
  ],
  list: ({ items }) => items.map((item) => listItem(runs(item))),
  counts: ({ caption, head, rows }) => [
    captionOf(runs(caption)),
    table(
      [
        headRow(head, COUNT_WIDTHS),
        ...rows.map(
          ([verdict, count]) =>
            new TableRow({
              children: [
                cell([new Paragraph({ children: runs(verdict) })], COUNT_WIDTHS[0]),
                cell([new Paragraph({ children: runs(String(count)) })], COUNT_WIDTHS[1]),
              ],
            }),
        ),
      ],
      COUNT_WIDTHS,
    ),
  ],
  remarks: ({ lines }) => lines.map(lineParagraph),
  names: ({ names }) => names.map((name) => listItem(nameChildren(name))),
  row: rowOf,
  requirements: ({ title, head }, rows) => [
    captionOf(runs(fillIn(TRANSLATIONS[language].tableCaption, { name: titleText(title) }))),
    table([headRow(head, REQUIREMENT_WIDTHS), ...rows], REQUIREMENT_WIDTHS),
  ],
});

/** Of the columns, in twentieths of a point. */
const REQUIREMENT_WIDTHS = [3000, 2100, 4538] as const;
const COUNT_WIDTHS = [3000, 2100] as const;

const LINK = { style: 'Hyperlink' } as const satisfies IRunOptions;

const heading = (
  level: (typeof HeadingLevel)[keyof typeof HeadingLevel],
  children: readonly ParagraphChild[],
  text = '',
): Paragraph => new Paragraph({ heading: level, bidirectional: isRightToLeft(text), children });

const listItem = (children: readonly ParagraphChild[]): Paragraph => new Paragraph({ bullet: { level: 0 }, children });

const captionOf = (children: readonly ParagraphChild[]): Paragraph => new Paragraph({ style: 'Caption', children });

/** A table whose first row is repeated on each page, and whose first column names its rows. */
const table = (rows: readonly TableRow[], widths: readonly number[]): Table =>
  new Table({
    rows,
    columnWidths: widths,
    width: { size: widths.reduce((sum, width) => sum + width, 0), type: WidthType.DXA },
    tableLook: { firstRow: true, firstColumn: true, noHBand: true, noVBand: true },
    margins: { top: 60, bottom: 60, left: 90, right: 90 },
  });

const headRow = (names: readonly string[], widths: readonly number[]): TableRow =>
  new TableRow({
    tableHeader: true,
    cantSplit: true,
    children: names.map((name, index) =>
      cell([new Paragraph({ keepNext: true, children: runs(name, { bold: true }) })], widths[index]!),
    ),
  });

const cell = (children: readonly Paragraph[], width: number): TableCell =>
  new TableCell({
    // A cell without a paragraph is none.
    children: children.length === 0 ? [new Paragraph({})] : children,
    width: { size: width, type: WidthType.DXA },
  });

const rowOf = ({ name, verdicts, remarks, reported }: RequirementRow): TableRow =>
  new TableRow({
    children: [
      cell([new Paragraph({ children: nameChildren(name) })], REQUIREMENT_WIDTHS[0]),
      cell(
        verdicts.map((verdict) => new Paragraph({ children: runs(verdict, { bold: true }) })),
        REQUIREMENT_WIDTHS[1],
      ),
      cell(
        [
          ...remarks.flatMap(({ component, lines }) => [
            ...(component === null ? [] : [new Paragraph({ style: 'Quiet', children: runs(component) })]),
            ...lines.map(lineParagraph),
          ]),
          ...reported.map(lineParagraph),
        ],
        REQUIREMENT_WIDTHS[2],
      ),
    ],
  });

function lineParagraph({ label, text, tone }: RemarkLine): Paragraph {
  const words = 'ours' in text ? text.ours : text.written;
  return new Paragraph({
    ...(tone === 'quiet' && { style: 'Quiet' }),
    bidirectional: label === undefined && isRightToLeft(words),
    children: [...runs(label ?? ''), ...runs(words, tone === 'verdict' || tone === 'since' ? { bold: true } : {})],
  });
}

/**
 * The label, then each value as an item of a list, so that what belongs together is told without colours or columns.
 */
const factParagraphs = ({ label, values }: ReportFact): Paragraph[] => [
  new Paragraph({ style: 'Label', children: runs(label) }),
  ...values.map((value) => {
    if ('url' in value) return new Paragraph({ children: addressChildren(value.name, value.url) });
    const text = 'ours' in value ? value.ours : value.text;
    return new Paragraph({ bidirectional: isRightToLeft(text), children: runs(text) });
  }),
];

function addressChildren(name: string, url: string): ParagraphChild[] {
  const isWeb = /^(https?:\/\/|mailto:)/i.test(url);
  const link = (text: string): ParagraphChild[] =>
    isWeb ? [new ExternalHyperlink({ link: url, children: runs(text, LINK) })] : runs(text);
  return url === name || url === `mailto:${name}` ? link(name) : [...runs(name), ...runs(': '), ...link(url)];
}

function nameChildren({ address, ...name }: RequirementName): ParagraphChild[] {
  return address === null
    ? titleRuns(name)
    : [new ExternalHyperlink({ link: address, children: titleRuns(name, LINK) })];
}

const titleText = (title: PartTitle): string =>
  `${title.of === undefined ? '' : `${title.of}: `}${'ours' in title ? title.ours : withNumber(title)}`;

const titleRuns = (title: PartTitle, options: IRunOptions = {}): TextRun[] => [
  ...runs(title.of === undefined ? '' : `${title.of}: `, options),
  ...('ours' in title
    ? runs(title.ours, options)
    : runs(withNumber(title), { ...options, ...languageOf(title.language) })),
];

const languageOf = (language: ReportLanguage | null): IRunOptions =>
  language === null ? {} : { language: { value: LANGUAGE_TAGS[language] } };

/** A text with its lines, in its direction. */
const runs = (text: string, options: IRunOptions = {}): TextRun[] =>
  text === ''
    ? []
    : xmlText(text)
        .split(/\r?\n/)
        .map(
          (line, index) =>
            new TextRun({
              ...options,
              rightToLeft: isRightToLeft(text),
              text: line,
              ...(index > 0 && { break: 1 }),
            }),
        );

/** What may stand in XML 1.0. */
const xmlText = (text: string): string => text.replace(/[^\t\n\r\u0020-\uD7FF\uE000-\uFFFD\u{10000}-\u{10FFFF}]/gu, '');

/**
 * Whether the first letter is one of a script that is written from right to left, as HTML's `dir="auto"` looks at it.
 */
const isRightToLeft = (text: string): boolean =>
  /^\P{L}*[\p{Script=Arabic}\p{Script=Hebrew}\p{Script=Syriac}\p{Script=Thaana}\p{Script=Nko}]/u.test(text);
