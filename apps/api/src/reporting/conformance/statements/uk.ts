import { html } from '../../../accounts/mail-pages/html.js';
import type { PublicState } from '../conformance-document.js';
import { linked, renderPage, sentence } from '../exports/html-skeleton.js';
import { dayIn, fillIn } from '../translations/translations.js';
import {
  contactHtml,
  contentHtml,
  type DocumentWith,
  type StatementReader,
  statementNotices,
  subjectsOf,
} from './accessibility-statement.js';
import { complianceHtml } from './eu.js';

/** What the model needs beside the verdicts. Who enforces the regulations, they say themselves. */
export type UkDocument = DocumentWith<'contact' | 'preparedBy'>;

const REGULATIONS =
  'the Public Sector Bodies (Websites and Mobile Applications) (No. 2) Accessibility Regulations 2018';

/** The words of the sample accessibility statement of the Government Digital Service, there in English alone. */
const WORDS = {
  title: 'Accessibility statement for {product}',
  appliesTo: 'This accessibility statement applies to: {scope}',
  feedback: 'Feedback and contact information',
  feedbackLead:
    'If you find any problems that are not listed on this page, think that we are not meeting accessibility requirements, or need information in a different format, contact us:',
  enforcement: 'Enforcement procedure',
  enforcementText: `The Equality and Human Rights Commission (EHRC) is responsible for enforcing ${REGULATIONS} (the ‘accessibility regulations’). If you’re not happy with how we respond to your complaint, contact {advice}.`,
  northernIreland:
    'If you are located in Northern Ireland, the {commission} is responsible for enforcing the accessibility regulations.',
  technical: 'Technical information about accessibility',
  commitment: `{organization} is committed to making {product} accessible, in accordance with ${REGULATIONS}.`,
  status: 'Compliance status',
  content: 'Non-accessible content',
  contentLead: 'The content listed below is non-accessible for the following reasons.',
  contentNone: 'No non-accessible content is known.',
  contentReported: 'The following has been reported since this statement was prepared:',
  reasons: {
    noncompliance: 'Non-compliance with the accessibility regulations',
    disproportionate_burden: 'Disproportionate burden',
    out_of_scope: 'Content that’s not within the scope of the accessibility regulations',
  },
  preparation: 'Preparation of this accessibility statement',
  preparedOn: 'This statement was prepared on {date}.',
  reviewedOn: 'It was last reviewed on {date}.',
  testedSelf: '{product} was last tested on {date}. The test was carried out by {organization}.',
  testedThirdParty: '{product} was last tested on {date}. The test was carried out by a third party.',
  source:
    'After the sample accessibility statement of the Government Digital Service (GOV.UK, Open Government Licence v3.0).',
};

const ADVICE = {
  name: 'the Equality Advisory and Support Service (EASS)',
  url: 'https://www.equalityadvisoryservice.com/',
};
const NORTHERN_IRELAND = {
  name: 'Equality Commission for Northern Ireland (ECNI)',
  url: 'https://www.equalityni.org/',
};

/** An accessibility statement after the regulations of the United Kingdom for public sector bodies, as a page. */
export async function ukStatement(document: UkDocument, state: PublicState, reader: StatementReader): Promise<string> {
  const { audit } = document;
  const subjects = subjectsOf(document);
  const tested = document.preparedBy === 'self' ? WORDS.testedSelf : WORDS.testedThirdParty;
  const day = (moment: string) => dayIn({ ...document, language: 'en' }, moment);
  return renderPage({
    language: 'en',
    title: fillIn(WORDS.title, { product: document.product.name }),
    notices: statementNotices(document, state, reader),
    heading: html`<h1>${sentence(WORDS.title, subjects)}</h1>`,
    body: html`<main>
        <p>${sentence(WORDS.appliesTo, subjects)}</p>
        <h2>${WORDS.feedback}</h2>
        <p>${WORDS.feedbackLead}</p>
        ${contactHtml(document)}
        <h2>${WORDS.enforcement}</h2>
        <p>${sentence(WORDS.enforcementText, { advice: linked(ADVICE) })}</p>
        <p>${sentence(WORDS.northernIreland, { commission: linked(NORTHERN_IRELAND) })}</p>
        <h2>${WORDS.technical}</h2>
        <p>${sentence(WORDS.commitment, subjects)}</p>
        <h3>${WORDS.status}</h3>
        <p>${complianceHtml(document, subjects.product)}</p>
        <h2>${WORDS.content}</h2>
        ${await contentHtml(document, state, WORDS, WORDS.reasons)}
        <h2>${WORDS.preparation}</h2>
        <p>${fillIn(WORDS.preparedOn, { date: day(document.publishedAt!) })}</p>
        ${state.reviewedAt !== null && html`<p>${fillIn(WORDS.reviewedOn, { date: day(state.reviewedAt) })}</p>`}
        ${audit?.completedAt != null && html`<p>${sentence(tested, { ...subjects, date: day(audit.completedAt) })}</p>`}
      </main>
      <footer><p>${WORDS.source}</p></footer>`,
  });
}
