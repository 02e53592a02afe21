import { conformanceDocument, publicState } from '../../../../../test/support/conformance-documents.js';
import type { ConformanceDocument, DocumentVerdict, PublicState, ReportedIssue } from '../conformance-document.js';
import { canState, type CompleteDocument } from './accessibility-statement.js';
import { badgeOf, badgeSvg } from './badge.js';
import { percentMet } from './report-result.js';
import { euStatement } from './statement-eu.js';
import { rgaaStatement } from './statement-rgaa.js';

const complete = (slug: string, over: Partial<ConformanceDocument> = {}): CompleteDocument =>
  conformanceDocument(slug, over) as CompleteDocument;
const text = (page: string): string =>
  page
    .split('<body>')[1]!
    .replace(/<[^>]+>/g, ' ')
    .replace(/\s+/g, ' ');

/** A document in which so many of the first ten requirements conform. */
function conforming(slug: string, count: number, over: Partial<DocumentVerdict> = {}): CompleteDocument {
  const document = complete(slug);
  const statementText = (verdict: DocumentVerdict['verdict']): DocumentVerdict => ({
    component: 'web',
    verdict,
    remarks: 'Said.',
    reason: 'noncompliance',
    alternative: null,
    evidence: [],
    fromGroup: false,
    ...over,
  });
  const requirements = document.requirements.slice(0, 10).map((one, index) => ({
    ...one,
    inScope: true,
    verdicts: [statementText(index < count ? 'supports' : 'does_not_support')],
  }));
  return { ...document, requirements };
}

describe('the statement of the European Union', () => {
  test.each([
    [10, 'is fully compliant with'],
    [9, 'is partially compliant with EN 301 549 v3.2.1, due to the non-compliances listed below'],
    [6, 'is partially compliant with'],
    [5, 'is not compliant with EN 301 549 v3.2.1. The non-compliances are listed below'],
  ])('%i of 10 requirements: %s', async (count, t) => {
    expect(text(await euStatement(conforming('en-301-549', count), publicState(), 'public'))).toContain(t);
  });

  test('names exemptions by their reason, with the alternative', async () => {
    const document = conforming('en-301-549', 8, { reason: 'disproportionate_burden', alternative: 'A list.' });
    const statementText = text(await euStatement(document, publicState(), 'public'));
    expect(statementText).toContain('due to the exemptions listed below');
    expect(statementText).toContain('Disproportionate burden');
    expect(statementText).toContain('Accessible alternative: A list.');
  });

  test('has all parts of the model, and its source', async () => {
    const statementText = text(await euStatement(complete('en-301-549'), publicState(), 'public'));
    for (const part of [
      'is committed to making',
      'Compliance status',
      'Non-accessible content',
      'Preparation of this accessibility statement',
      'Feedback and contact information',
      'access@example.org',
      'Enforcement procedure',
      'Défenseur des droits',
      'Implementing Decision (EU) 2018/1523',
    ])
      expect(statementText).toContain(part);
  });

  test('in French has the terms that French-speaking public bodies state by', async () => {
    const document = conforming('en-301-549', 8, { reason: 'out_of_scope' });
    const statementText = text(await euStatement({ ...document, language: 'fr' }, publicState(), 'public'));
    for (const term of [
      'en conformité partielle avec EN 301 549 v3.2.1, en raison des exemptions énumérées ci-dessous',
      'Le contenu visé ci-après',
      'n’entre pas dans le champ d’application',
      'Préparation de la présente déclaration',
      'a été préparée le 3 mai 2026',
    ])
      expect(statementText).toContain(term);
    expect(statementText).not.toContain('dérogation');
  });

  test('twelve months without a review it says so first; counsel is told to read it, the public is not', async () => {
    const statementText = async (reviewDue: boolean, reader: 'public' | 'counsel') =>
      text(await euStatement(complete('wcag-2-2'), publicState({ reviewDue }), reader)).trim();
    expect(await statementText(false, 'public')).toMatch(/^Accessibility statement /);
    expect(await statementText(true, 'public')).toMatch(/^This statement was last reviewed on 3 May 2026/);
    expect(await statementText(false, 'counsel')).toMatch(
      /^This text follows a model of the law. Have counsel read it/,
    );
    expect(await statementText(false, 'public')).not.toContain('counsel');
  });

  test('one that was withdrawn says so first', async () => {
    const state = publicState({ state: 'withdrawn', since: '2026-09-01T00:00:00Z' });
    expect(text(await euStatement(complete('wcag-2-2'), state, 'public')).trim()).toMatch(/^Withdrawn on/);
  });
});

describe('the statement of the RGAA', () => {
  test.each([
    [10, 'conforms fully to', '100%'],
    [9, 'conforms partially to', '90%'],
    [5, 'conforms partially to', '50%'],
    [4, 'does not conform to', '40%'],
  ])('%i of 10 criteria: %s, %s', async (count, t, percent) => {
    const statementText = text(await rgaaStatement(conforming('rgaa', count), publicState(), 'public'));
    expect(statementText).toContain(t);
    expect(statementText).toContain(`${percent} of the criteria`);
  });

  test('tells counsel what the law wants and the report does not have', async () => {
    const statementText = (reader: 'public' | 'counsel') => rgaaStatement(complete('rgaa'), publicState(), reader);
    expect(text(await statementText('counsel'))).toContain('multi-year scheme');
    expect(text(await statementText('public'))).not.toContain('multi-year scheme');
  });

  test('has all parts of the model in French', async () => {
    const statementText = text(await rgaaStatement(complete('rgaa', { language: 'fr' }), publicState(), 'public'));
    for (const part of [
      'État de conformité',
      'Résultat des tests',
      'L’audit de conformité réalisé par un tiers, achevé le 28 avril 2026, révèle que :',
      'Les contenus listés ci-dessous ne sont pas accessibles pour les raisons suivantes.',
      'Contenus non accessibles',
      'Technologies utilisées',
      'Environnement de test',
      'Outils pour évaluer',
      'Pages du site ayant fait l’objet de la vérification',
      'Retour d’information et contact',
      'Voies de recours',
    ])
      expect(statementText).toContain(part);
  });
});

describe.each([
  ['European Union', 'en-301-549', euStatement],
  ['RGAA', 'rgaa', rgaaStatement],
] as const)('the statement of the %s', (_, slug, write) => {
  const NONE_KNOWN = 'No content is known that is not accessible.';
  const conformingText = async (...reportedSince: Partial<ReportedIssue>[]) => {
    const document = conforming(slug, 10);
    const { number: requirement } = document.requirements[2]!;
    const issue = { requirement, openedAt: '2026-06-01T10:00:00Z', endedAt: null, wasClosed: false, reason: null };
    const reported = reportedSince.map((one) => ({ ...issue, ...one }));
    const barriers = reported.filter(({ endedAt, reason }) => endedAt === null && reason === null).length;
    return {
      requirement,
      said: text(await write(document, publicState({ reportedSince: reported, barriers }), 'public')),
    };
  };

  test('says that no content is known only where none is', async () => {
    expect((await conformingText()).said).toContain(NONE_KNOWN);
    const { requirement, said } = await conformingText({});
    expect(said).not.toContain(NONE_KNOWN);
    expect(said.trim()).toMatch(
      `Since 3 May 2026, 1 barrier has become known that this statement does not cover. Requirements concerned: ${requirement}.`,
    );
    expect(said).toContain('Reported since 1 June 2026.');
  });

  test('shows why an issue does not contradict it, and what was closed', async () => {
    const reason = { text: 'It is <b>another</b> shop.', since: '2026-07-01T10:00:00Z' };
    const { said } = await conformingText({ reason });
    expect(said).toContain('It is &lt;b&gt;another&lt;/b&gt; shop.');
    expect(said).not.toContain('has become known');
    expect(said).not.toContain(NONE_KNOWN);
    expect((await conformingText({ endedAt: '2026-07-01T10:00:00Z', wasClosed: true })).said).toContain(NONE_KNOWN);
  });
});

test.each(['enforcement', 'contact', 'preparedBy'] as const)('without %s there is no statement', (field) => {
  expect(canState(conformanceDocument())).toBe(true);
  expect(canState(conformanceDocument('wcag-2-2', { [field]: null }))).toBe(false);
});

test('a share is cut off, never rounded up', () => {
  expect(percentMet('en', 2, 3)).toBe('66.66');
  expect(percentMet('fr', 99_999, 100_000)).toBe('99,99');
  expect(percentMet('en', 0, 0)).toBe('0');
});

describe('the badge', () => {
  test.each([
    [10, 'conforms, A 4 of 4, AA 2 of 2, AAA 4 of 4, 2026-05-03'],
    [9, 'does not conform, A 4 of 4, AA 2 of 2, AAA 3 of 4, 2026-05-03'],
    [4, 'does not conform, A 4 of 4, AA 0 of 2, AAA 0 of 4, 2026-05-03'],
  ])('of %i of 10 says: %s', (count, message) => {
    expect(badgeOf(conforming('wcag-2-2', count), publicState())).toEqual({
      schemaVersion: 1,
      label: 'WCAG 2.2 AA',
      message,
      color: expect.stringMatching(/^#/) as string,
      labelColor: expect.stringMatching(/^#/) as string,
      cacheSeconds: 300,
    });
  });

  test('shows how many requirements were judged not applicable', () => {
    expect(badgeOf(conformanceDocument(), publicState()).message).toMatch(/, \d+ not applicable, 2026-05-03$/);
  });

  test.each(['expired', 'withdrawn', 'superseded'] as const)('that is %s says that instead of a result', (state) => {
    expect(badgeOf(conforming('wcag-2-2', 10), publicState({ state })).message).toBe(`${state}, 2026-05-03`);
  });

  test.each([
    [10, 'conforms, 2026-05-03'],
    [9, 'partially conforms, 2026-05-03'],
    [4, 'does not conform, 2026-05-03'],
  ])('of the RGAA knows three states: %i of 10 says %s', (count, message) => {
    expect(badgeOf(conforming('rgaa', count), publicState()).message).toBe(message);
  });

  test('says first what has been reported since', () => {
    const message = (over: Partial<PublicState>) => badgeOf(conforming('wcag-2-2', 10), publicState(over)).message;
    expect(message({ barriers: 1 })).toBe(
      '1 barrier reported since, conforms, A 4 of 4, AA 2 of 2, AAA 4 of 4, 2026-05-03',
    );
    expect(message({ barriers: 2 })).toBe(
      '2 barriers reported since, conforms, A 4 of 4, AA 2 of 2, AAA 4 of 4, 2026-05-03',
    );
    expect(message({ barriers: 2, underReview: true })).toBe('under review, 2 barriers reported since, 2026-05-03');
    expect(message({ barriers: 2, underReview: true, state: 'expired' })).toBe('expired, 2026-05-03');
  });

  test('as a picture says aloud what it shows, as text', () => {
    const { standard } = conformanceDocument();
    const svg = badgeSvg({ ...conforming('wcag-2-2', 10), standard: { ...standard, name: '<b>"' } }, publicState());
    expect(svg).toContain(
      '<title>Accessibility: &lt;b&gt;&quot; AA: conforms, A 4 of 4, AA 2 of 2, AAA 4 of 4, 2026-05-03</title>',
    );
    expect(svg).not.toContain('<b>');
    expect(svg).toContain('role="img"');
  });
});
