import {
  conforming as conformingDocument,
  conformanceDocument,
  publicState,
} from '../../../../../../test/support/conformance-documents.js';
import type { ConformanceDocument, DocumentVerdict, ReportedIssue } from '../conformance-document.js';
import { type EuDocument, euStatement } from './eu.js';
import { type RgaaDocument, rgaaStatement } from './rgaa.js';
import {
  STATEMENT_NAMES,
  type StatementName,
  statementProblems,
  STATEMENTS,
  writeStatement,
} from './statement-forms.js';
import { TRANSLATIONS } from '../translations/translations.js';

type CompleteDocument = EuDocument & RgaaDocument;

const complete = (slug: string, over: Partial<ConformanceDocument> = {}): CompleteDocument =>
  conformanceDocument(slug, over) as CompleteDocument;
const text = (page: string): string =>
  page
    .split('<body>')[1]!
    .replace(/<[^>]+>/g, ' ')
    .replace(/\s+/g, ' ');

const conforming = (slug: string, count: number, over: Partial<DocumentVerdict> = {}): CompleteDocument =>
  conformingDocument(slug, count, over) as CompleteDocument;

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
      /^This text follows a legal model. Have it reviewed by counsel/,
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
  const NONE_KNOWN = 'No non-accessible content is known.';
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

describe('what a form lacks', () => {
  const lacking = (name: StatementName, slug: string, over: Partial<ConformanceDocument>) =>
    statementProblems(name, conformanceDocument(slug, over));

  test.each([
    ['statement-eu', { enforcement: null }, 'enforcement_missing'],
    ['statement-eu', { contact: null }, 'contact_incomplete'],
    ['statement-eu', { preparedBy: null }, 'preparer_missing'],
    ['statement-eu', { country: 'DE' }, 'legislation_missing'],
    ['statement-rgaa', { schemaUrl: undefined }, 'schema_missing'],
    ['statement-rgaa', { actionPlanUrl: undefined }, 'action_plan_missing'],
    ['statement-rgaa', { preparedBy: null }, 'preparer_missing'],
    ['statement-uk', { contact: null }, 'contact_incomplete'],
    ['statement-uk', { preparedBy: null }, 'preparer_missing'],
    ['statement-eaa', { serviceOperation: undefined }, 'service_operation_missing'],
    ['statement-eaa', { product: { name: 'Shop', version: null } }, 'product_description_missing'],
    ['statement-us', { contact: null }, 'contact_incomplete'],
  ] as [StatementName, Partial<ConformanceDocument>, string][])('%s without %j: %s', (name, over, problem) => {
    expect(lacking(name, 'wcag-2-2', {})).toEqual([]);
    expect(lacking(name, 'wcag-2-2', over)).toEqual([problem]);
  });

  test('the law of a country whose row is known fills what the report does not say', async () => {
    const document = conformanceDocument('en-301-549', { country: 'FR', legislation: null, enforcement: null });
    expect(statementProblems('statement-eu', document)).toEqual([]);
    const said = text(await writeStatement('statement-eu', document, publicState(), 'public'));
    expect(said).toContain('in accordance with Article 47 of Act No. 2005-102');
    expect(said).toContain('Défenseur des droits');
  });

  test('what the report names itself wins', async () => {
    const legislation = { name: 'the act of the region', url: 'https://law.example/' };
    const document = conformanceDocument('en-301-549', { country: 'FR', legislation });
    expect(text(await writeStatement('statement-eu', document, publicState(), 'public'))).toContain(
      'the act of the region',
    );
  });
});

const PARTS: Record<StatementName, [slug: string, parts: string[]]> = {
  'statement-eu': ['en-301-549', ['Compliance status', 'Enforcement procedure']],
  'statement-rgaa': [
    'rgaa',
    ['Multi-year accessibility scheme', 'Action plan of this year', 'Libre réponse 71120', 'valid until 28 April 2029'],
  ],
  'statement-uk': [
    'wcag-2-2',
    [
      'Accessibility statement for Web shop',
      'The Equality and Human Rights Commission (EHRC) is responsible for enforcing',
      'the Equality Advisory and Support Service (EASS)',
      'Equality Commission for Northern Ireland',
      'is partially compliant with',
      'Non-compliance with the accessibility regulations',
      'The test was carried out by a third party.',
    ],
  ],
  'statement-eaa': [
    'en-301-549',
    ['Annex V', 'A shop for garden tools', 'Choose, pay, collect.', 'How the service meets', 'Supervision'],
  ],
  'statement-us': [
    'section-508',
    ['Section 508 of the Rehabilitation Act', 'Known limitations', 'file a complaint', 'prescribes no form', 'M-24-08'],
  ],
};

describe.each(STATEMENT_NAMES)('%s', (name) => {
  const [slug, parts] = PARTS[name];
  const statementOf = (over: Partial<ConformanceDocument> = {}) =>
    writeStatement(name, conformanceDocument(slug, over), publicState(), 'public');

  test('has the parts that its law asks for', async () => {
    const said = text(await statementOf());
    for (const part of parts) expect(said).toContain(part);
  });

  test('of a report in French is in French, or in the English of its law', async () => {
    const page = await statementOf({ language: 'fr' });
    const isEnglishOnly = name === 'statement-uk' || name === 'statement-us';
    expect(page).toContain(`<html lang="${isEnglishOnly ? 'en' : 'fr'}">`);
  });

  test('never gives a share but of the RGAA', async () => {
    expect(/\d ?%/.test(text(await statementOf()))).toBe(name === 'statement-rgaa');
  });

  test('says what does not work in plain words where there are any, with the assessment of a burden', async () => {
    const document = conforming(slug, 8, {
      reason: 'disproportionate_burden',
      plainDescription: 'The map needs a mouse.',
      burdenAssessment: 'It would cost a tenth of our income.',
    });
    const said = text(await writeStatement(name, document, publicState(), 'public'));
    expect(said).toContain('The map needs a mouse.');
    expect(said).not.toContain('Said.');
    expect(said).toContain(`${TRANSLATIONS.en.burdenAssessment}: It would cost a tenth of our income.`);
  });
});

test('the form of the RGAA knows what conforms, what does not and what does not apply', async () => {
  const said = text(
    await rgaaStatement(conforming('rgaa', 5, { verdict: 'partially_supports' }), publicState(), 'public'),
  );
  expect(said).toContain('Non-conforming');
  expect(said).not.toContain('Partially supports');
});

test('forms are for the standards of their laws', () => {
  const standardsOf = (name: StatementName) =>
    ['wcag-2-0', 'wcag-2-2', 'en-301-549', 'section-508', 'rgaa'].filter((slug) =>
      STATEMENTS[name].isFor(conformanceDocument(slug).standard),
    );
  expect(standardsOf('statement-rgaa')).toEqual(['rgaa']);
  expect(standardsOf('statement-eu')).toEqual(['wcag-2-0', 'wcag-2-2', 'en-301-549', 'rgaa']);
  expect(standardsOf('statement-uk')).toEqual(['wcag-2-0', 'wcag-2-2', 'en-301-549']);
  expect(standardsOf('statement-eaa')).toEqual(['wcag-2-0', 'wcag-2-2', 'en-301-549']);
  expect(standardsOf('statement-us')).toEqual(['wcag-2-0', 'wcag-2-2', 'section-508']);
});
