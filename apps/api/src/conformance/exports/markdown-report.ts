import type {
  ConformanceDocument,
  DocumentRequirement,
  DocumentVerdict,
  PublicState,
} from '../conformance-document.js';
import { VERDICTS } from '../statement-terms.js';
import { standardName } from '../translations/standard-names.js';
import { interpolate, TRANSLATIONS } from '../translations/translations.js';
import { evidenceText } from './evidence-text.js';
import { type ReportFact, reportFacts } from './report-facts.js';
import {
  countsByVerdict,
  type ReportChapter,
  reportOutline,
  type SharedVerdict,
  withNumber,
  writeOutline,
} from './report-outline.js';
import { resultOf, standardAndLevel } from './report-result.js';
import { noticesOf, reportedSince } from './report-state.js';
import { requirementAddress } from './requirement-address.js';

/** A report as Markdown with tables (GFM). What people wrote is text: nothing in it marks anything up. @param state null: a draft */
export async function markdownReport(document: ConformanceDocument, state: PublicState | null): Promise<string> {
  const translation = TRANSLATIONS[document.language];
  const reported = reportedSince(document, state);
  const chapters = await writeOutline(reportOutline(document, new Set(reported.keys())), {
    shared: (shared) => sharedParts(document, shared),
    requirement: (requirement) => rowCells(document, requirement, reported.get(requirement.number) ?? []),
  });
  const { conformance, rate } = resultOf(document);
  const counts = countsByVerdict(document.requirements);
  const parts = [
    ...noticesOf(document, state).map((notice) => `> **${notice}**`),
    `# ${escaped(document.title)}`,
    `${translation.report}${translation.colon}${escaped(standardAndLevel(document))}`,
    `## ${translation.headings.contents}`,
    [
      translation.headings.about,
      translation.headings.result,
      translation.headings.terms,
      ...chapters.map((one) => nameOf(document, one)),
    ]
      .map(item)
      .join('\n'),
    `## ${translation.headings.about}`,
    reportFacts(document, state).map(factText).join('\n'),
    `## ${translation.headings.result}`,
    `**${conformance}** (${escaped(standardAndLevel(document))}). ${rate}`,
    table(
      [translation.verdict, translation.numberOfRequirements],
      [...VERDICTS, null].flatMap((verdict) => {
        const count = counts.get(verdict);
        return count === undefined
          ? []
          : [[verdict === null ? translation.noVerdict : translation.verdicts[verdict], String(count)]];
      }),
    ),
    `## ${translation.headings.terms}`,
    VERDICTS.map((verdict) => `- **${translation.verdicts[verdict]}**: ${translation.meanings[verdict]}`).join('\n'),
    ...chapters.flatMap((chapter) => chapterParts(document, chapter)),
  ];
  return `${parts.filter((part) => part !== '').join('\n\n')}\n`;
}

const nameOf = (document: ConformanceDocument, { group }: Pick<ReportChapter, 'group'>): string =>
  group === null
    ? TRANSLATIONS[document.language].headings.requirements
    : escaped(withNumber(standardName(document, group)));

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

function chapterParts(document: ConformanceDocument, chapter: ReportChapter<string[], string[]>): string[] {
  const translation = TRANSLATIONS[document.language];
  const sections = chapter.sections.flatMap(({ group, requirements }) => [
    group === null ? '' : `### ${nameOf(document, { group })}`,
    table([translation.requirement, translation.conformanceAndRemarks], requirements),
  ]);
  return [`## ${nameOf(document, chapter)}`, ...chapter.shared.flat(), ...sections];
}

const sharedParts = (document: ConformanceDocument, { verdict, requirements }: SharedVerdict): string[] => [
  interpolate(TRANSLATIONS[document.language].forAll, { count: requirements.length }),
  verdictText(document, { ...verdict, fromGroup: false }, true),
  requirements.map((requirement) => item(nameText(document, requirement))).join('\n'),
];

function rowCells(
  document: ConformanceDocument,
  requirement: DocumentRequirement,
  reported: readonly string[],
): string[] {
  const translation = TRANSLATIONS[document.language];
  const { level, verdicts } = requirement;
  const stated = verdicts.map((verdict) => verdictText(document, verdict, verdicts.length > 1));
  return [
    [
      nameText(document, requirement),
      ...(level === null ? [] : [interpolate(translation.levelOf, { level: escaped(level) })]),
    ].join(BREAK),
    [...(stated.length === 0 ? [`**${translation.noVerdict}**`] : stated), ...reported].join(BREAK),
  ];
}

function nameText(document: ConformanceDocument, requirement: DocumentRequirement): string {
  const address = requirementAddress(document.standard, requirement);
  const name = escaped(withNumber(standardName(document, requirement)));
  return address === null ? name : `[${name}](${address})`;
}

function verdictText(document: ConformanceDocument, verdict: DocumentVerdict, namesComponent: boolean): string {
  const translation = TRANSLATIONS[document.language];
  const { component, remarks, reason, alternative, evidence, fromGroup } = verdict;
  const name = namesComponent || component !== 'web' ? `${translation.components[component]}${translation.colon}` : '';
  return [
    `**${name}${translation.verdicts[verdict.verdict]}**`,
    ...(fromGroup ? [translation.seeAbove] : remarks === null ? [] : [escaped(remarks)]),
    ...(reason === 'noncompliance' ? [] : [`${translation.reason}${translation.colon}${translation.reasons[reason]}`]),
    ...(alternative === null ? [] : [`${translation.alternative}${translation.colon}${escaped(alternative)}`]),
    ...(evidence.length === 0
      ? []
      : [`${translation.evidence}${translation.colon}${evidenceText(translation, document.language, evidence)}`]),
  ].join(BREAK);
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

/** What somebody wrote, as text on one line. */
const escaped = (text: string): string =>
  text
    .trim()
    .replace(MARKS, (mark) => `\\${mark}`)
    .replace(/&/g, '&amp;')
    .replace(/</g, '&lt;')
    .replace(/>/g, '&gt;')
    .replace(/\s*\r?\n\s*/g, BREAK);
