import { mapInSlices } from '#libs/queues';
import type {
  ConformanceDocument,
  DocumentGroup,
  DocumentRequirement,
  DocumentVerdict,
  PublicState,
} from '../conformance-document.js';
import { eachStandard, ofStandardAt } from '../each-standard.js';
import { VERDICTS } from '../statement-terms.js';
import { type StandardName, standardName } from '../translations/standard-names.js';
import { fillIn, TRANSLATIONS } from '../translations/translations.js';
import { evidenceText } from './evidence-text.js';
import { doesNotApply, notApplying } from './not-applying.js';
import { type ReportFact, reportFacts } from './report-facts.js';
import { countsByVerdict, type ReportChapter, reportOutline, type SharedVerdict } from './report-outline.js';
import { resultOf, standardAndLevel, standardsAndLevels } from './report-result.js';
import { noticesOf, type ReportedNote, reportedSince } from './report-state.js';
import { requirementAddress } from './requirement-address.js';

/**
 * A report as people read it, in every form: what must be known first, its heading, and its parts in the order of VPAT
 * 2.5.
 */
export interface ReadableReport {
  notices: string[];
  /** What it is, and of which standard. */
  kind: string;
  /** As somebody wrote it, as are `product` and `organization`. */
  title: string;
  product: string;
  organization: string;
  parts: ReportPart[];
}

/** A part of a report, which its table of contents names. */
export interface ReportPart {
  /** Unique in the report. */
  id: string;
  title: PartTitle;
  blocks: ReportBlock[];
}

/** A heading in our words, or of a standard; `of` is the standard, where the report has several. */
export type PartTitle = ({ ours: string } | StandardName) & { of?: string };

/** What a part is made of, from above to below. */
export type ReportBlock =
  | { kind: 'subheading'; title: PartTitle }
  | { kind: 'facts'; facts: ReportFact[] }
  | { kind: 'result'; conformance: string; standard: string }
  | { kind: 'list'; items: string[] }
  | { kind: 'counts'; caption: string; head: [string, string]; rows: [verdict: string, count: number][] }
  | { kind: 'remarks'; lines: RemarkLine[] }
  | { kind: 'names'; names: RequirementName[] }
  | { kind: 'requirements'; title: PartTitle; head: [string, string, string]; rows: RequirementRow[] };

/** A requirement as a report names it. */
export interface RequirementName extends StandardName {
  /** Where it is published; null: nowhere. */
  address: string | null;
}

/** A row of a table of requirements. */
export interface RequirementRow {
  name: RequirementName;
  /** Of each component, which is named where it must be. */
  verdicts: string[];
  /** What is said beside them, those of which something is. */
  remarks: { component: string | null; lines: RemarkLine[] }[];
  /** What was reported of it since. */
  reported: RemarkLine[];
}

/** A line beside a verdict: a label of ours before what is said, in our words or as somebody wrote it. */
export interface RemarkLine {
  label?: string;
  text: { ours: string } | { written: string };
  /** How it looks; absent: as usual. */
  tone?: 'quiet' | 'verdict' | 'since';
}

/**
 * What a report says to people, put together a few milliseconds at a time. @param state of a published one; null: a
 * draft
 */
export async function readableReport(
  document: ConformanceDocument,
  state: PublicState | null,
): Promise<ReadableReport> {
  const t = TRANSLATIONS[document.language];
  const standards = eachStandard(document);
  const ofStandards: ReportPart[] = [];
  for (const [place, one] of standards.entries())
    ofStandards.push(...(await standardParts(one, ofStandardAt(state, place), place, standards.length > 1)));
  return {
    notices: noticesOf(document, state),
    kind: `${t.report}${t.colon}${standardsAndLevels(document)}`,
    title: document.title,
    product: document.product.name,
    organization: document.organization.name,
    parts: [
      part('about', t.headings.about, [{ kind: 'facts', facts: reportFacts(document, state) }]),
      part(
        'result',
        t.headings.result,
        standards.flatMap((one) => resultBlocks(one, standards.length > 1)),
      ),
      part('terms', t.headings.terms, [{ kind: 'facts', facts: termsOf(document) }]),
      ...ofStandards,
      ...(document.legalDisclaimer === undefined
        ? []
        : [
            part('legal-disclaimer', t.headings.legalDisclaimer, [
              { kind: 'remarks', lines: [{ text: { written: document.legalDisclaimer } }] },
            ]),
          ]),
    ],
  };
}

/**
 * The tables of a standard, and what of it does not apply. @param isNamed whether headings say of which standard they
 * are
 */
async function standardParts(
  document: ConformanceDocument,
  state: PublicState | null,
  place: number,
  isNamed: boolean,
): Promise<ReportPart[]> {
  const reported = reportedSince(document, state);
  const absent = notApplying(document);
  const prefix = place === 0 ? '' : `standard-${place + 1}-`;
  const chapters: ReportPart[] = [];
  for (const chapter of reportOutline(document, new Set(reported.keys())))
    chapters.push({
      id: `chapter-${chapters.length + 1}`,
      title: chapterTitle(document, chapter),
      blocks: await chapterBlocks(document, chapter, reported),
    });
  const parts = [
    ...chapters,
    ...(absent.length === 0
      ? []
      : [part('not-applying', doesNotApply(document), [{ kind: 'names', names: namesOf(document, absent) }])]),
  ];
  const of = isNamed ? { of: standardAndLevel(document) } : {};
  return parts.map(({ id, title, blocks }) => ({ id: `${prefix}${id}`, title: { ...title, ...of }, blocks }));
}

const part = (id: string, title: string, blocks: ReportBlock[]): ReportPart => ({
  id,
  title: { ours: title },
  blocks,
});

const termsOf = ({ language }: ConformanceDocument): ReportFact[] => {
  const { verdicts, meanings } = TRANSLATIONS[language];
  return VERDICTS.map((verdict) => ({ label: verdicts[verdict], values: [{ ours: meanings[verdict] }] }));
};

function resultBlocks(document: ConformanceDocument, isNamed: boolean): ReportBlock[] {
  const t = TRANSLATIONS[document.language];
  const counts = countsByVerdict(document.requirements);
  const { conformance, counts: met } = resultOf(document);
  return [
    ...(isNamed ? [{ kind: 'subheading' as const, title: { ours: standardAndLevel(document) } }] : []),
    { kind: 'result', conformance, standard: standardAndLevel(document) },
    { kind: 'list', items: met },
    {
      kind: 'counts',
      caption: t.countsCaption,
      head: [t.verdict, t.numberOfRequirements],
      rows: [...VERDICTS, null].flatMap((verdict): [string, number][] => {
        const count = counts.get(verdict);
        return count === undefined ? [] : [[verdict === null ? t.noVerdict : t.verdicts[verdict], count]];
      }),
    },
  ];
}

function chapterTitle(document: ConformanceDocument, { level, group }: ReportChapter): PartTitle {
  const t = TRANSLATIONS[document.language];
  if (level !== null) return { ours: fillIn(t.levelOf, { level }) };
  return group === null ? { ours: t.headings.requirements } : standardName(document, group);
}

async function chapterBlocks(
  document: ConformanceDocument,
  chapter: ReportChapter,
  reported: ReadonlyMap<string, readonly ReportedNote[]>,
): Promise<ReportBlock[]> {
  const t = TRANSLATIONS[document.language];
  const titleOf = (group: DocumentGroup | null): PartTitle =>
    group === null ? chapterTitle(document, chapter) : standardName(document, group);
  const blocks = chapter.shared.flatMap((shared) => sharedBlocks(document, shared));
  for (const { group, requirements } of chapter.sections) {
    if (group !== null) blocks.push({ kind: 'subheading', title: titleOf(group) });
    blocks.push({
      kind: 'requirements',
      title: titleOf(group),
      head: [t.requirement, t.conformanceLevel, t.remarksAndExplanations],
      rows: await mapInSlices(requirements, (one) => rowOf(document, one, reported.get(one.number) ?? [])),
    });
  }
  return blocks;
}

function sharedBlocks(document: ConformanceDocument, { verdict, requirements }: SharedVerdict): ReportBlock[] {
  const t = TRANSLATIONS[document.language];
  const label = `${t.components[verdict.component]}${t.colon}${t.verdicts[verdict.verdict]}`;
  return [
    {
      kind: 'remarks',
      lines: [
        { text: { ours: fillIn(t.forAll, { count: requirements.length }) } },
        { text: { ours: label }, tone: 'verdict' },
        ...remarkLines(document, { ...verdict, fromGroup: false }),
      ],
    },
    { kind: 'names', names: namesOf(document, requirements) },
  ];
}

const namesOf = (document: ConformanceDocument, requirements: readonly DocumentRequirement[]): RequirementName[] =>
  requirements.map((requirement) => ({
    ...standardName(document, requirement),
    address: requirementAddress(document.standard, requirement),
  }));

function rowOf(
  document: ConformanceDocument,
  requirement: DocumentRequirement,
  reported: readonly ReportedNote[],
): RequirementRow {
  const t = TRANSLATIONS[document.language];
  const { verdicts } = requirement;
  const named = ({ component, verdict }: DocumentVerdict): string =>
    verdicts.length > 1 || component !== 'web'
      ? `${t.components[component]}${t.colon}${t.verdicts[verdict]}`
      : t.verdicts[verdict];
  return {
    name: namesOf(document, [requirement])[0]!,
    verdicts: verdicts.length === 0 ? [t.noVerdict] : verdicts.map(named),
    remarks: verdicts
      .map((one) => ({
        component: verdicts.length > 1 ? `${t.components[one.component]}${t.colon}` : null,
        lines: remarkLines(document, one),
      }))
      .filter(({ lines }) => lines.length > 0),
    reported: reported.flatMap(({ sentence, reason }): RemarkLine[] => [
      { text: { ours: sentence }, tone: 'since' },
      ...(reason === null ? [] : [{ text: { written: reason } }]),
    ]),
  };
}

/** What is said beside a verdict. */
function remarkLines(document: ConformanceDocument, verdict: DocumentVerdict): RemarkLine[] {
  const t = TRANSLATIONS[document.language];
  const { remarks, reason, alternative, evidence, fromGroup } = verdict;
  const labelled = (label: string): string => `${label}${t.colon}`;
  return [
    ...(fromGroup ? [{ text: { ours: t.seeAbove }, tone: 'quiet' as const }] : []),
    ...(fromGroup || remarks === null ? [] : [{ text: { written: remarks } }]),
    ...(reason === 'noncompliance' ? [] : [{ label: labelled(t.reason), text: { ours: t.reasons[reason] } }]),
    ...(alternative === null ? [] : [{ label: labelled(t.alternative), text: { written: alternative } }]),
    ...(evidence.length === 0
      ? []
      : [
          {
            label: labelled(t.evidence),
            text: { ours: evidenceText(t, document, evidence) },
            tone: 'quiet' as const,
          },
        ]),
  ];
}
