import type {
  ConformanceDocument,
  DocumentRequirement,
  DocumentVerdict,
  PublicState,
} from '../conformance-document.js';
import { VERDICTS } from '../statement-terms.js';
import { standardName } from '../translations/standard-names.js';
import { fillIn, TRANSLATIONS } from '../translations/translations.js';
import { evidenceText } from './evidence-text.js';
import { doesNotApply, notApplying } from './not-applying.js';
import { reportFacts, type ReportFact } from './report-facts.js';
import {
  countsByVerdict,
  withNumber,
  reportOutline,
  type ReportChapter,
  type SharedVerdict,
  writeOutline,
} from './report-outline.js';
import { resultOf, standardAndLevel } from './report-result.js';
import { noticesOf, type ReportedNote, reportedSince } from './report-state.js';
import { requirementAddress } from './requirement-address.js';

/** A report as Markdown with tables (GFM). What people wrote is text: nothing in it marks anything up. @param state null: a draft */
export async function markdownReport(document: ConformanceDocument, state: PublicState | null): Promise<string> {
  const t = TRANSLATIONS[document.language];
  const reported = reportedSince(document, state);
  const chapters = await writeOutline(reportOutline(document, new Set(reported.keys())), {
    shared: (shared) => sharedParts(document, shared),
    requirement: (requirement) => rowCells(document, requirement, reported.get(requirement.number) ?? []),
  });
  const { conformance, counts: met } = resultOf(document);
  const counts = countsByVerdict(document.requirements);
  const parts = [
    ...noticesOf(document, state).map((notice) => `> **${notice}**`),
    `# ${escaped(document.title)}`,
    `${t.report}${t.colon}${escaped(standardAndLevel(document))}`,
    `## ${t.headings.contents}`,
    [t.headings.about, t.headings.result, t.headings.terms, ...chapters.map((one) => nameOf(document, one))]
      .map(item)
      .join('\n'),
    `## ${t.headings.about}`,
    reportFacts(document, state).map(factText).join('\n'),
    `## ${t.headings.result}`,
    `**${conformance}** (${escaped(standardAndLevel(document))}).`,
    met.map((sentence) => item(escaped(sentence))).join('\n'),
    table(
      [t.verdict, t.numberOfRequirements],
      [...VERDICTS, null].flatMap((verdict) => {
        const count = counts.get(verdict);
        return count === undefined ? [] : [[verdict === null ? t.noVerdict : t.verdicts[verdict], String(count)]];
      }),
    ),
    `## ${t.headings.terms}`,
    VERDICTS.map((verdict) => `- **${t.verdicts[verdict]}**: ${t.meanings[verdict]}`).join('\n'),
    ...chapters.flatMap((chapter) => chapterParts(document, chapter)),
    ...notApplyingParts(document),
    ...(document.legalDisclaimer === undefined
      ? []
      : [`## ${t.headings.legalDisclaimer}`, escaped(document.legalDisclaimer)]),
  ];
  return `${parts.filter((part) => part !== '').join('\n\n')}\n`;
}

function nameOf(document: ConformanceDocument, { level, group }: Pick<ReportChapter, 'level' | 'group'>): string {
  const t = TRANSLATIONS[document.language];
  if (level !== null) return escaped(fillIn(t.levelOf, { level }));
  return group === null ? t.headings.requirements : escaped(withNumber(standardName(document, group)));
}

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
  const t = TRANSLATIONS[document.language];
  const sections = chapter.sections.flatMap(({ group, requirements }) => [
    group === null ? '' : `### ${nameOf(document, { level: null, group })}`,
    table([t.requirement, t.conformanceLevel, t.remarksAndExplanations], requirements),
  ]);
  return [`## ${nameOf(document, chapter)}`, ...chapter.shared.flat(), ...sections];
}

function notApplyingParts(document: ConformanceDocument): string[] {
  const requirements = notApplying(document);
  if (requirements.length === 0) return [];
  return [
    `## ${doesNotApply(document)}`,
    requirements.map((requirement) => item(nameText(document, requirement))).join('\n'),
  ];
}

const sharedParts = (document: ConformanceDocument, { verdict, requirements }: SharedVerdict): string[] => [
  fillIn(TRANSLATIONS[document.language].forAll, { count: requirements.length }),
  `**${TRANSLATIONS[document.language].components[verdict.component]}${TRANSLATIONS[document.language].colon}${TRANSLATIONS[document.language].verdicts[verdict.verdict]}**`,
  remarksText(document, { ...verdict, fromGroup: false }),
  requirements.map((requirement) => item(nameText(document, requirement))).join('\n'),
];

function rowCells(
  document: ConformanceDocument,
  requirement: DocumentRequirement,
  reported: readonly ReportedNote[],
): string[] {
  const t = TRANSLATIONS[document.language];
  const { verdicts } = requirement;
  const named = ({ component }: DocumentVerdict, text: string): string =>
    verdicts.length > 1 || component !== 'web' ? `${t.components[component]}${t.colon}${text}` : text;
  const remarks = verdicts.map((one) => [one, remarksText(document, one)] as const).filter(([, text]) => text !== '');
  return [
    nameText(document, requirement),
    verdicts.length === 0
      ? `**${t.noVerdict}**`
      : verdicts.map((one) => `**${named(one, t.verdicts[one.verdict])}**`).join(BREAK),
    [...remarks.map(([one, text]) => named(one, text)), ...reported.flatMap(reportedTexts)].join(BREAK),
  ];
}

const reportedTexts = ({ sentence, reason }: ReportedNote): string[] => [
  sentence,
  ...(reason === null ? [] : [escaped(reason)]),
];

function nameText(document: ConformanceDocument, requirement: DocumentRequirement): string {
  const address = requirementAddress(document.standard, requirement);
  const name = escaped(withNumber(standardName(document, requirement)));
  return address === null ? name : `[${name}](${address})`;
}

/** What is said beside a verdict. */
function remarksText(document: ConformanceDocument, verdict: DocumentVerdict): string {
  const t = TRANSLATIONS[document.language];
  const { remarks, reason, alternative, evidence, fromGroup } = verdict;
  return [
    ...(fromGroup ? [t.seeAbove] : remarks === null ? [] : [escaped(remarks)]),
    ...(reason === 'noncompliance' ? [] : [`${t.reason}${t.colon}${t.reasons[reason]}`]),
    ...(alternative === null ? [] : [`${t.alternative}${t.colon}${escaped(alternative)}`]),
    ...(evidence.length === 0 ? [] : [`${t.evidence}${t.colon}${evidenceText(t, document.language, evidence)}`]),
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
