import fc from 'fast-check';
import { parse } from 'csv-parse/sync';
import {
  conformanceDocument,
  DOCUMENT_STANDARDS,
  publicState,
} from '../../../../../test/support/conformance-documents.js';
import type {
  ConformanceDocument,
  DocumentRequirement,
  DocumentVerdict,
  PublicState,
  ReportedIssue,
} from '../conformance-document.js';
import { COMPONENTS, VERDICTS } from '../statement-terms.js';
import type { EuDocument } from '../statements/eu.js';
import type { RgaaDocument } from '../statements/rgaa.js';
import { badgeOf } from './badge.js';
import { csvReport } from './csv-report.js';
import { earlReport } from './earl-report.js';
import { htmlReport } from './html-report.js';
import { markdownReport } from './markdown-report.js';
import { openAcrCatalogue, openAcrReport } from './openacr-report.js';
import { euStatement } from '../statements/eu.js';
import { rgaaStatement } from '../statements/rgaa.js';

/** What is said of a requirement: of up to three components, or nothing; mostly that it is supported, so that some reports conform. */
const said = fc.oneof(
  { weight: 20, arbitrary: fc.constant([['web', 'supports'] as const]) },
  {
    weight: 1,
    arbitrary: fc.uniqueArray(fc.tuple(fc.constantFrom(...COMPONENTS), fc.constantFrom(...VERDICTS)), {
      maxLength: 3,
      selector: ([component]) => component,
    }),
  },
);

const verdictOf = ([component, verdict]: readonly [
  DocumentVerdict['component'],
  DocumentVerdict['verdict'],
]): DocumentVerdict => ({
  component,
  verdict,
  remarks: verdict === 'supports' ? null : 'Said.',
  reason: 'noncompliance',
  alternative: null,
  evidence: [],
  fromGroup: false,
});

/** A random report of a built-in standard on its first requirements, and issues that contradict some of it. */
const report = fc
  .record({
    slug: fc.constantFrom(...DOCUMENT_STANDARDS),
    said: fc.array(said, { minLength: 1, maxLength: 60 }),
    issues: fc.uniqueArray(fc.nat(59), { maxLength: 3 }),
    ends: fc.array(fc.constantFrom('open', 'closed', 'reasoned'), { minLength: 3, maxLength: 3 }),
  })
  .map(({ slug, said, issues, ends }) => {
    const given = conformanceDocument(slug);
    const requirements = given.requirements
      .slice(0, said.length)
      .map((one, index): DocumentRequirement => ({ ...one, inScope: true, verdicts: said[index]!.map(verdictOf) }));
    const reportedSince = issues.map((place, index): ReportedIssue => ({
      requirement: requirements[place % requirements.length]!.number,
      openedAt: '2026-06-01T10:00:00.000Z',
      endedAt: ends[index] === 'closed' ? '2026-07-01T10:00:00.000Z' : null,
      wasClosed: ends[index] === 'closed',
      reason: ends[index] === 'reasoned' ? { text: 'Another shop.', since: '2026-07-01T10:00:00.000Z' } : null,
    }));
    const barriers = reportedSince.filter(({ endedAt, reason }) => endedAt === null && reason === null).length;
    return { document: { ...given, requirements }, state: publicState({ reportedSince, barriers }) };
  });

type Reported = { document: ConformanceDocument; state: PublicState };
const holds = (check: (one: Reported) => Promise<void> | void) =>
  fc.assert(
    fc.asyncProperty(report, async (one) => check(one)),
    { numRuns: 60 },
  );

const isMet = ({ verdicts }: DocumentRequirement): boolean =>
  verdicts.length > 0 && verdicts.every(({ verdict }) => verdict === 'supports' || verdict === 'not_applicable');
const conforms = ({ requirements }: ConformanceDocument): boolean =>
  requirements.every(isMet) &&
  requirements.some(({ verdicts }) => verdicts.some(({ verdict }) => verdict === 'supports'));
const text = (page: string): string =>
  page
    .split('<body>')[1]!
    .replace(/<[^>]+>/g, ' ')
    .replace(/\s+/g, ' ')
    .trim();

test('EARL passes what is supported, and nothing else', () =>
  holds(({ document, state }) => {
    const graph = JSON.parse(earlReport(document, state))['@graph'] as {
      title: string;
      subject?: string;
      result?: { outcome: { '@id': string } };
    }[];
    const passed = graph.filter(({ result }) => result?.outcome['@id'] === 'earl:passed');
    expect(passed.map(({ title, subject }) => [title, subject])).toEqual(
      document.requirements.flatMap(({ number, name, verdicts }) =>
        verdicts
          .filter(({ verdict }) => verdict === 'supports')
          .map(({ component }) => [`${number} ${name}`, `_:${component}`]),
      ),
    );
  }));

test('CSV has every verdict as it was stated', () =>
  holds(async ({ document, state }) => {
    const records = parse(await csvReport(document, state, []), { record_delimiter: '\r\n', relax_column_count: true });
    expect(
      records
        .filter((record) => record[4] && record[4] !== 'verdict')
        .map((record) => [record[0], record[3], record[4]]),
    ).toEqual(
      document.requirements.flatMap(({ number, verdicts }) =>
        verdicts.map(({ component, verdict }) => [number, component, verdict]),
      ),
    );
  }));

test('OpenACR says "supports" of a criterion only where nothing that it stands for says otherwise', () =>
  holds(({ document, state }) => {
    if (openAcrCatalogue(document) === null) return;
    const { chapters } = openAcrReport(document, state) as {
      chapters: Record<
        string,
        { criteria: { num: string; components: { name: string; adherence: { level: string } }[] }[] }
      >;
    };
    for (const [id, { criteria }] of Object.entries(chapters))
      for (const { num, components } of criteria) {
        const isWcag = id.startsWith('success_criteria_level_');
        const own = document.requirements.filter(({ number, wcag }) =>
          isWcag ? wcag === num : wcag === null && number === num,
        );
        const clauses: Record<string, string> = { web: '9', 'electronic-docs': '10', software: '11' };
        for (const { name, adherence } of components) {
          if (adherence.level !== 'supports') continue;
          const verdicts = own.flatMap(({ number, verdicts }) =>
            verdicts.filter(
              ({ component }) =>
                name === 'none' ||
                (document.standard.catalogue === 'en-301-549' && component !== 'authoring-tool'
                  ? number.startsWith(`${clauses[name]}.`)
                  : component === name),
            ),
          );
          expect(verdicts.map(({ verdict }) => verdict)).toContain('supports');
          for (const { verdict } of verdicts) expect(['supports', 'not_applicable']).toContain(verdict);
        }
      }
  }));

test('a page and a badge say that a report conforms only where all of it is met', () =>
  holds(async ({ document, state }) => {
    const result = text(await htmlReport(document, state))
      .split(' Result ')
      .at(-1)!;
    expect(/^Conforms/.test(result)).toBe(conforms(document));
    const { message } = badgeOf(document, state);
    expect(/(^|, )conforms,/.test(message)).toBe(conforms(document));
  }));

test('no page contradicts an open issue without saying so before anything else', () =>
  holds(async ({ document, state }) => {
    const complete = document as EuDocument & RgaaDocument;
    const statement = document.standard.catalogue === 'rgaa' ? rgaaStatement : euStatement;
    const statementText = text(await statement(complete, state, 'public'));
    const pages = [text(await htmlReport(document, state)), await markdownReport(document, state), statementText];
    const isKnown = state.barriers > 0;
    for (const page of pages) {
      expect(/^(> \*\*)?Since 3 May 2026, \d+ barriers? ha/.test(page)).toBe(isKnown);
      for (const { requirement, reason } of state.reportedSince) {
        expect(page).toContain(requirement);
        if (reason !== null) expect(page).toContain('Another shop.');
      }
    }
    expect(badgeOf(document, state).message.includes('reported since')).toBe(isKnown);
    const isOpen = state.reportedSince.some(({ endedAt }) => endedAt === null);
    if (isOpen) expect(statementText).not.toContain('No content is known');
  }));
