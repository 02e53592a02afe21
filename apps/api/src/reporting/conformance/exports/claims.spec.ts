import fc from 'fast-check';
import { parse } from 'csv-parse/sync';
import {
  conformanceDocument,
  DOCUMENT_STANDARDS,
  publicState,
} from '../../../../../../test/support/conformance-documents.js';
import type {
  ConformanceDocument,
  DocumentRequirement,
  DocumentVerdict,
  PublicState,
  ReportedIssue,
} from '../conformance-document.js';
import { eachStandard, ofStandardAt } from '../each-standard.js';
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

/**
 * What is said of a requirement: of up to three components, or nothing; mostly that it is supported, so that some
 * reports conform.
 */
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

type Said = readonly (readonly [DocumentVerdict['component'], DocumentVerdict['verdict']])[];

/** Standards that a report may cover together. */
const SHARING = DOCUMENT_STANDARDS.filter((slug) => slug !== 'rgaa');
/** One standard, or several in any order. */
const covered = fc.oneof(
  fc.constantFrom(...DOCUMENT_STANDARDS).map((slug) => [slug]),
  fc.uniqueArray(fc.constantFrom(...SHARING), { minLength: 2, maxLength: 4 }),
);
const PLACES = 60;

/**
 * What each of a standard's requirements says: those of one criterion the same, since a verdict belongs to the
 * criterion.
 */
const requirementsOf = (given: readonly DocumentRequirement[], said: readonly Said[], criteria: Map<string, Said>) =>
  given.slice(0, said.length).map((one, index): DocumentRequirement => {
    const own = (one.wcag === null ? undefined : criteria.get(one.wcag)) ?? said[index]!;
    if (one.wcag !== null) criteria.set(one.wcag, own);
    return { ...one, inScope: true, verdicts: own.map(verdictOf) };
  });

/**
 * A random report of built-in standards on their first requirements, each with an audit of its own, and issues that
 * contradict some of it.
 */
const report = fc
  .record({
    slugs: covered,
    said: fc.array(said, { minLength: 1, maxLength: PLACES }),
    issues: fc.uniqueArray(fc.tuple(fc.nat(PLACES - 1), fc.nat(3)), {
      maxLength: 4,
      selector: (place) => place.join(),
    }),
    ends: fc.array(fc.constantFrom('open', 'closed', 'reasoned'), { minLength: 4, maxLength: 4 }),
  })
  .map(({ slugs, said, issues, ends }) => {
    const criteria = new Map<string, Said>();
    const [given, ...further] = slugs.map((slug, place): ConformanceDocument => {
      const one = conformanceDocument(slug);
      const audit = { number: 3 + place, completedAt: '2026-04-28T15:00:00.000Z' };
      return { ...one, audit, requirements: requirementsOf(one.requirements, said, criteria) };
    });
    const document: ConformanceDocument = {
      ...given!,
      ...(further.length > 0 && {
        furtherStandards: further.map(({ standard, conformanceLevel, audit, groups, requirements }) => {
          return { standard, conformanceLevel, audit, groups, requirements };
        }),
      }),
    };
    const standards = eachStandard(document);
    const reportedSince = issues.map(([place, which], index): ReportedIssue => {
      const standard = which % standards.length;
      const { requirements } = standards[standard]!;
      return {
        requirement: requirements[place % requirements.length]!.number,
        ...(standard > 0 && { standard }),
        openedAt: '2026-06-01T10:00:00.000Z',
        endedAt: ends[index] === 'closed' ? '2026-07-01T10:00:00.000Z' : null,
        wasClosed: ends[index] === 'closed',
        reason: ends[index] === 'reasoned' ? { text: 'Another shop.', since: '2026-07-01T10:00:00.000Z' } : null,
      };
    });
    const open = reportedSince.filter(({ endedAt, reason }) => endedAt === null && reason === null);
    const barriersByStandard = Object.fromEntries(
      standards.map((_, place) => [place, open.filter(({ standard = 0 }) => standard === place).length]),
    );
    return { document, state: publicState({ reportedSince, barriers: open.length, barriersByStandard }) };
  });

type Reported = { document: ConformanceDocument; state: PublicState };
const holds = (check: (one: Reported) => Promise<void> | void) =>
  fc.assert(
    fc.asyncProperty(report, async (one) => check(one)),
    { numRuns: 80 },
  );
/** How a standard is named where there are several. */
const nameOf = ({ standard, conformanceLevel }: ConformanceDocument): string =>
  [standard.name, conformanceLevel].filter((part) => part !== null).join(' ');

const isMet = ({ verdicts }: DocumentRequirement): boolean =>
  verdicts.length > 0 && verdicts.every(({ verdict }) => verdict === 'supports' || verdict === 'not_applicable');
const conforms = ({ requirements }: ConformanceDocument): boolean =>
  requirements.every(isMet) &&
  requirements.some(({ verdicts }) => verdicts.some(({ verdict }) => verdict === 'supports'));
/** What a report says of each of its standards. */
const requirementsIn = (document: ConformanceDocument) =>
  eachStandard(document).flatMap(({ standard, requirements }) =>
    requirements.map((requirement) => ({ standard, requirement })),
  );
const text = (page: string): string =>
  page
    .split('<body>')[1]!
    .replace(/<[^>]+>/g, ' ')
    .replace(/\s+/g, ' ')
    .trim();

test('of the reports below some cover several standards', () => {
  const reports = fc.sample(report, { numRuns: 80, seed: 1 });
  const counts = reports.map(({ document }) => eachStandard(document).length);
  expect([1, 2, 3, 4].filter((count) => !counts.includes(count))).toEqual([]);
  expect(reports.some(({ document }) => eachStandard(document).every(conforms))).toBe(true);
  const catalogues = reports.filter(({ document }) => openAcrCatalogue(document) !== null);
  expect(new Set(catalogues.map(({ document }) => eachStandard(document).length)).size).toBeGreaterThan(1);
});

test('EARL passes what is supported, and nothing else', () =>
  holds(async ({ document, state }) => {
    const graph = JSON.parse(await earlReport(document, state))['@graph'] as {
      title: string;
      subject?: string;
      result?: { outcome: { '@id': string } };
    }[];
    const passed = graph.filter(({ result }) => result?.outcome['@id'] === 'earl:passed');
    expect(passed.map(({ title, subject }) => [title, subject])).toEqual(
      requirementsIn(document).flatMap(({ requirement: { number, name, verdicts } }) =>
        verdicts
          .filter(({ verdict }) => verdict === 'supports')
          .map(({ component }) => [`${number} ${name}`, `_:${component}`]),
      ),
    );
  }));

test('CSV has every verdict as it was stated, and of several standards of which', () =>
  holds(async ({ document, state }) => {
    const records = parse(await csvReport(document, state, []), { record_delimiter: '\r\n', relax_column_count: true });
    const isOne = document.furtherStandards === undefined;
    expect(
      records
        .filter((record) => record[4] && record[4] !== 'verdict')
        .map((record) => [record[0], record[3], record[4], record[9]]),
    ).toEqual(
      requirementsIn(document).flatMap(({ standard, requirement: { number, verdicts } }) =>
        verdicts.map(({ component, verdict }) => [number, component, verdict, isOne ? undefined : standard.name]),
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
        const own = requirementsIn(document).filter(({ requirement: { number, wcag } }) =>
          isWcag ? wcag === num : wcag === null && number === num,
        );
        const clauses: Record<string, string> = { web: '9', 'electronic-docs': '10', software: '11' };
        for (const { name, adherence } of components) {
          if (adherence.level !== 'supports') continue;
          const verdicts = own.flatMap(({ standard, requirement: { number, verdicts } }) =>
            verdicts.filter(
              ({ component }) =>
                name === 'none' ||
                (standard.catalogue === 'en-301-549' && component !== 'authoring-tool'
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
    const page = text(await htmlReport(document, state));
    for (const one of eachStandard(document))
      expect([nameOf(one), page.includes(` Conforms (${nameOf(one)})`)]).toEqual([nameOf(one), conforms(one)]);
    const { message } = badgeOf(document, state);
    expect(/(^|, )conforms,/.test(message)).toBe(eachStandard(document).every(conforms));
  }));

/** How what has become known is told before anything else. */
const KNOWN = /^(> \*\*)?Since 3 May 2026, \d+ barriers? ha/;

test('no page contradicts an open issue without saying so before anything else', () =>
  holds(async ({ document, state }) => {
    for (const page of [text(await htmlReport(document, state)), await markdownReport(document, state)]) {
      expect(KNOWN.test(page)).toBe(state.barriers > 0);
      for (const { requirement, reason } of state.reportedSince) {
        expect(page).toContain(requirement);
        if (reason !== null) expect(page).toContain('Another shop.');
      }
    }
    expect(badgeOf(document, state).message.includes('reported since')).toBe(state.barriers > 0);
    for (const [place, one] of eachStandard(document).entries()) {
      const own = state.reportedSince.filter(({ standard = 0 }) => standard === place);
      const isKnown = own.some(({ endedAt, reason }) => endedAt === null && reason === null);
      const statement = one.standard.catalogue === 'rgaa' ? rgaaStatement : euStatement;
      const page = text(await statement(one as EuDocument & RgaaDocument, ofStandardAt(state, place), 'public'));
      expect(KNOWN.test(page)).toBe(isKnown);
      for (const { requirement, reason } of own) {
        expect(page).toContain(requirement);
        if (reason !== null) expect(page).toContain('Another shop.');
      }
      if (own.some(({ endedAt }) => endedAt === null)) expect(page).not.toContain('No non-accessible content is known');
    }
  }));
