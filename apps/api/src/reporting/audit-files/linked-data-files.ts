import { createHash } from 'node:crypto';
import type { Outcome } from '../../findings/evaluation/outcome.js';
import { ALL_ENTRIES } from '../../findings/evaluation/outcome.js';
import type { OutcomeRow } from '../../findings/evaluation/outcomes/outcomes.sql.js';
import type { AuditEntry } from '../../findings/evaluation/sample/audit-entry.js';
import { EARL_CONTEXT } from '../conformance/exports/earl-report.js';
import { jsonWithList } from '../conformance/exports/json-list.js';
import { requirementAddress, wcagAddress, wcagAnchor } from '../conformance/exports/requirement-address.js';
import { WCAG_EM_CONTEXT } from '../conformance/exports/wcag-em-report.js';
import type { AuditFile } from './audit-file.js';
import { leftOutNotice, noticesOfAudit } from './notices.js';
import { leftOut } from './tables.js';

const OUTCOMES: Readonly<Record<Outcome, string>> = {
  passed: 'earl:passed',
  failed: 'earl:failed',
  inapplicable: 'earl:inapplicable',
  cannot_tell: 'earl:cantTell',
  untested: 'earl:untested',
};

const WEBSITE = '_:website';

/** What is said of requirements that there still are, each with its requirement and entry; null: all of them. */
const judgedOutcomes = ({ requirements, sample, outcomes, noted }: AuditFile) => {
  const requirementsById = new Map(requirements.filter(({ isGone }) => !isGone).map((one) => [one.requirementId, one]));
  const entries = new Map(sample.map((one) => [one.number, one]));
  return [...outcomes, ...noted].flatMap((one) => {
    const requirement = requirementsById.get(one.requirementId);
    const entry = one.entry === ALL_ENTRIES ? null : entries.get(one.entry);
    return requirement && entry !== undefined ? [{ ...one, requirement, entry }] : [];
  });
};

/** The criterion that a requirement is, or the one that it takes over where it takes over one. */
const criterionOf = ({ wcag }: { wcag: readonly string[] }): { wcag: string | null } => ({
  wcag: wcag.length === 1 ? wcag[0]! : null,
});

const foundOf = ({ note, derogation }: Pick<OutcomeRow, 'note' | 'derogation'>): string =>
  [note ?? '', derogation === null ? '' : `Derogation: ${derogation}`].filter(Boolean).join('\n\n');

/** An audit in EARL 1.0 as JSON-LD: an assertion for each outcome that somebody decided, or noted something of. */
export function earlFile(file: AuditFile): Promise<string> {
  const { audit, product, standard, sample } = file;
  const assertors = new Map(
    [...file.outcomes, ...file.noted].flatMap(({ userName }) =>
      userName === null ? [] : [[userName, assertorOf(userName)] as const],
    ),
  );
  const notices = [...noticesOfAudit(file), ...leftOutNotice(leftOut(file, 'earl'))];
  const assertions = judgedOutcomes(file).map((one) => ({
    '@type': 'earl:Assertion',
    ...(one.userName !== null && { assertedBy: assertors.get(one.userName) }),
    subject: one.entry ? idOf(one.entry) : WEBSITE,
    test: testOf(standard, one.requirement),
    mode: 'earl:manual',
    result: {
      '@type': 'earl:TestResult',
      outcome: { '@id': OUTCOMES[one.outcome] },
      ...(foundOf(one) && { description: foundOf(one) }),
      date: one.at,
    },
  }));
  const nodes = [
    ...(notices.length > 0 ? [{ '@id': '_:notice', description: notices }] : []),
    ...[...assertors].map(([name, id]) => ({ '@id': id, '@type': ['earl:Assertor', 'foaf:Agent'], name })),
    { '@id': WEBSITE, '@type': ['earl:TestSubject', 'doap:Project'], title: product.name },
    ...sample.map((entry) => ({
      '@id': idOf(entry),
      '@type': ['earl:TestSubject', 'foaf:Document'],
      title: entry.name,
      isPartOf: { '@id': WEBSITE },
      ...(entry.url === null ? { description: entry.description ?? '' } : { source: entry.url }),
    })),
    ...assertions,
  ];
  const title = audit.title ?? `Audit ${audit.number}`;
  return jsonWithList({ '@context': EARL_CONTEXT, title }, '@graph', nodes, (node) => node);
}

const assertorOf = (name: string): string =>
  `_:assertor-${createHash('sha256').update(name).digest('hex').slice(0, 16)}`;

const idOf = ({ number }: AuditEntry): string => `_:entry-${number}`;

function testOf(standard: AuditFile['standard'], { number, name, wcag }: AuditFile['requirements'][number]): object {
  const address = requirementAddress(standard, { number, ...criterionOf({ wcag }) });
  return {
    '@id': address ?? `_:requirement-${number.replace(/[^\w.]/g, '-')}`,
    '@type': 'earl:TestRequirement',
    identifier: number,
    title: name,
  };
}

/** Whether the WCAG-EM Report Tool knows the standard of an audit. */
export const isOfWcag = ({ standard }: Pick<AuditFile, 'standard'>): boolean => standard.catalogue === 'wcag';

/**
 * An audit of WCAG as the evaluation that the WCAG-EM Report Tool opens and saves; what that has no room for is said in
 * its last text.
 */
export function wcagEmFile(file: AuditFile): Promise<string> {
  const { audit, product, standard, level } = file;
  const website = { id: WEBSITE, type: ['TestSubject', 'Website'] };
  const prefix = `WCAG${standard.version!.replace('.', '')}`;
  const pages = pagesOf(file.sample);
  const page = new Map(pages.map((one) => [one.number, webpage(one)]));
  const ofKind = (isRandom: boolean) =>
    pages.filter(({ kind }) => (kind === 'random') === isRandom).map(({ number }) => page.get(number)!);
  return jsonWithList(
    {
      '@context': WCAG_EM_CONTEXT,
      type: 'Evaluation',
      language: 'en',
      reportFindings: {
        title: audit.title ?? `Audit ${audit.number}`,
        summary: audit.executiveSummary ?? '',
        commissioner: '',
        evaluator: audit.evaluators.map(({ name }) => name).join('; '),
        date: { type: 'W3CDTF', '@value': audit.completedAt?.toISOString() ?? '' },
        evaluationSpecifics: [...noticesOfAudit(file), ...leftOutNotice(leftOut(file, 'wcag-em'))].join('\n\n'),
      },
      defineScope: {
        id: '_:defineScope',
        scope: { ...website, title: product.name, description: audit.scopeText ?? product.name },
        wcagVersion: standard.version,
        conformanceTarget: level ?? 'AAA',
        accessibilitySupportBaseline: audit.baseline
          .map(({ browser, assistiveTechnology }) => [browser, assistiveTechnology].filter(Boolean).join(' + '))
          .join('\n'),
        additionalEvaluationRequirements: '',
      },
      exploreTarget: { id: '_:exploreTarget', technologiesReliedUpon: [] },
      selectSample: { id: '_:selectSample', structuredSample: ofKind(false), randomSample: ofKind(true) },
    },
    'auditSample',
    judgedOutcomes(file).filter(({ requirement }) => wcagAnchor(standard, criterionOf(requirement)) !== null),
    (one) => ({
      type: 'Assertion',
      mode: { id: 'earl:manual' },
      subject: one.entry === null ? website : page.get(one.entry.number)!,
      test: {
        id: `${prefix}:${wcagAnchor(standard, criterionOf(one.requirement))!}`,
        type: 'TestRequirement',
        source: wcagAddress(standard, criterionOf(one.requirement))!,
      },
      result: { type: 'TestResult', outcome: { id: OUTCOMES[one.outcome] }, description: foundOf(one), date: one.at },
    }),
  );
}

/** The tool takes two pages of one address for one: the second has it without its scheme. */
function pagesOf(sample: readonly AuditEntry[]) {
  const addresses = new Set<string>();
  return sample.map((entry) => {
    const isSecond = entry.url !== null && addresses.has(entry.url);
    if (entry.url !== null) addresses.add(entry.url);
    const where = entry.url ?? entry.description ?? '';
    return { ...entry, where: isSecond ? where.replace(/^https?:\/\//, '') : where };
  });
}

const webpage = ({ number, name, where }: Pick<AuditEntry, 'number' | 'name'> & { where: string }) => ({
  id: `_:entry-${number}`,
  type: ['TestSubject', 'Webpage'],
  title: name,
  description: where,
});
