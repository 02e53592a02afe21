import jsonld from 'jsonld';
import {
  conformanceDocument,
  DOCUMENT_STANDARDS,
  draftDocument,
  publicState,
} from '../../../../../../test/support/conformance-documents.js';
import type { DocumentVerdict } from '../conformance-document.js';
import { earlReport } from './earl-report.js';
import { wcagEmReport } from './wcag-em-report.js';

const EARL = 'http://www.w3.org/ns/earl#';
const VERDICT: DocumentVerdict = {
  component: 'web',
  verdict: 'supports',
  remarks: null,
  reason: 'noncompliance',
  alternative: null,
  evidence: [],
  fromGroup: false,
};
type Node = Record<string, { '@id'?: string; '@value'?: string; '@type'?: string | string[] }[]> & {
  '@id'?: string;
  '@type'?: string[];
};

/** Expands with the context inside only: another would have to be loaded. */
const expanded = async (text: string): Promise<Node[]> =>
  (await jsonld.expand(JSON.parse(text), {
    documentLoader: (url: string) => Promise.reject(new Error(`loads ${url}`)),
    safe: true,
  })) as Node[];

const assertionsOf = (nodes: Node[]): Node[] => nodes.filter((node) => node['@type']?.includes(`${EARL}Assertion`));
const one = (node: Node, property: string): { '@id'?: string } => node[`${EARL}${property}`]![0]!;

test.each(DOCUMENT_STANDARDS)('EARL of %s expands, with an assertion for each verdict', async (slug) => {
  const document = conformanceDocument(slug);
  const assertions = assertionsOf(await expanded(await earlReport(document, publicState())));
  expect(assertions).toHaveLength(document.requirements.flatMap(({ verdicts }) => verdicts).length);
  for (const assertion of assertions) {
    expect(one(assertion, 'mode')).toEqual({ '@id': `${EARL}manual` });
    expect(one(assertion, 'assertedBy')['@id']).toBeTruthy();
    expect(one(assertion, 'subject')['@id']).toBeTruthy();
    expect(one(assertion, 'test')['@id']).toBeTruthy();
  }
});

test('a verdict becomes its outcome, a node of EARL, and a criterion its own address', async () => {
  const document = conformanceDocument();
  const [one1] = document.requirements;
  const verdicts = (
    ['supports', 'partially_supports', 'does_not_support', 'not_applicable', 'not_evaluated'] as const
  ).map((verdict) => ({ ...one1!, verdicts: [{ ...one1!.verdicts[0]!, verdict }] }));
  const assertions = assertionsOf(
    await expanded(await earlReport({ ...document, requirements: verdicts }, publicState())),
  );
  const outcomes = assertions.map((node) => (one(node, 'result') as unknown as Node)[`${EARL}outcome`]);
  expect(outcomes).toEqual(
    ['passed', 'failed', 'failed', 'inapplicable', 'untested'].map((name) => [{ '@id': `${EARL}${name}` }]),
  );
  expect(one(assertions[0]!, 'test')['@id']).toBe('https://www.w3.org/TR/WCAG22/#non-text-content');
});

test.each([
  ['rgaa', '1.1', 'https://accessibilite.numerique.gouv.fr/methode/criteres-et-tests/#1.1'],
  ['wcag-2-2', '1.1.1', 'https://www.w3.org/TR/WCAG22/#non-text-content'],
  ['en-301-549', '9.1.1.1', 'https://www.w3.org/TR/WCAG21/#non-text-content'],
  ['en-301-549', '10.1.1.1', '_:requirement-10.1.1.1'],
])('EARL of %s asserts what was judged: %s is %s', async (slug, number, address) => {
  const document = conformanceDocument(slug);
  const judged = document.requirements.find((requirement) => requirement.number === number)!;
  const requirements = [{ ...judged, verdicts: [VERDICT] }];
  const [assertion] = assertionsOf(await expanded(await earlReport({ ...document, requirements }, publicState())));
  expect(one(assertion!, 'test')['@id']).toBe(address);
});

test.each([
  ['wcag-2-1', '1.4.3', 'contrast-minimum'],
  ['wcag-2-1', '1.4.4', 'resize-text'],
  ['wcag-2-1', '1.4.5', 'images-of-text'],
  ['wcag-2-1', '2.2.1', 'timing-adjustable'],
  ['wcag-2-1', '2.2.2', 'pause-stop-hide'],
  ['wcag-2-0', '1.4.3', 'visual-audio-contrast-contrast'],
])('the anchor in %s of %s is %s', async (slug, number, anchor) => {
  const version = slug.slice(-3).replace('-', '');
  expect(await earlReport(conformanceDocument(slug), publicState())).toContain(
    `"https://www.w3.org/TR/WCAG${version}/#${anchor}"`,
  );
  expect(await wcagEmReport(conformanceDocument(slug), publicState())).toContain(`"WCAG${version}:${anchor}"`);
  expect(number).toBeTruthy();
});

describe('the evaluation for the W3C report tool', () => {
  interface Evaluation {
    '@context': Record<string, unknown>;
    type: string;
    defineScope: { scope: { id: string; type: string[] }; wcagVersion: string; conformanceTarget: string };
    selectSample: { structuredSample: { id: string; type: string[]; title: string; description: string }[] };
    auditSample: { subject: object; test: { id: string }; result: { outcome: { id: string } } }[];
    reportFindings: { title: string; date: { '@value': string }; summary: string };
  }
  const evaluation = async (slug?: string): Promise<Evaluation> =>
    JSON.parse(await wcagEmReport(conformanceDocument(slug), publicState())) as Evaluation;

  test('has the shape that its import reads', async () => {
    const { type, defineScope, selectSample, auditSample, reportFindings } = await evaluation();
    expect(type).toBe('Evaluation');
    expect(defineScope).toMatchObject({ wcagVersion: '2.2', conformanceTarget: 'AA' });
    expect(defineScope.scope.type).toEqual(['TestSubject', 'Website']);
    expect(selectSample.structuredSample.map((page) => page.type)).toEqual([
      ['TestSubject', 'Webpage'],
      ['TestSubject', 'Webpage'],
    ]);
    expect(reportFindings.date['@value']).toBe('2026-05-03T09:30:00.000Z');
    expect(auditSample).toHaveLength(conformanceDocument().requirements.filter(({ inScope }) => inScope).length);
    for (const { subject, test, result } of auditSample) {
      expect(subject).toEqual({ id: defineScope.scope.id, type: ['TestSubject', 'Website'] });
      expect(test.id).toMatch(/^WCAG22:[a-z-]+$/);
      expect(result.outcome.id).toMatch(/^earl:(passed|failed|inapplicable|untested)$/);
    }
    await expect(expanded(JSON.stringify(await evaluation()))).resolves.toHaveLength(1);
  });

  test('names criteria as the tool does: by prefixes of its own, of which WCAG 2.2 has none', async () => {
    expect(Object.keys((await evaluation())['@context']).filter((term) => term.startsWith('WCAG'))).toEqual([
      'WCAG20',
      'WCAG21',
    ]);
    const idOf = async (slug: string) =>
      /"@id":"([^"]*contrast-minimum)"/.exec(
        JSON.stringify(await expanded(JSON.stringify(await evaluation(slug)))),
      )![1];
    expect(await idOf('wcag-2-2')).toBe('WCAG22:contrast-minimum');
    expect(await idOf('wcag-2-1')).toBe('http://www.w3.org/TR/WCAG21/#contrast-minimum');
  });

  test('of a draft says so first', async () => {
    const { reportFindings } = JSON.parse(await wcagEmReport(draftDocument(), null)) as Evaluation;
    expect(reportFindings.title).toMatch(/^Draft: /);
    expect(reportFindings.summary).toMatch(/^Draft: /);
  });
});
