import { html } from '../../../accounts/mail-pages/html.js';
import type { PublicState } from '../conformance-document.js';
import { renderPage, sentence } from '../exports/html-skeleton.js';
import { resultOf, standardAndLevel } from '../exports/report-result.js';
import { dayIn, fillIn } from '../translations/translations.js';
import {
  contactHtml,
  contentHtml,
  type DocumentWith,
  type StatementReader,
  statementNotices,
  subjectsOf,
} from './accessibility-statement.js';

/** What the memorandum asks for beside the verdicts: whom the public can write to. */
export type UsDocument = DocumentWith<'contact'>;

/** Headings after the parts that OMB M-24-08 names; the sentences are ours, for it prescribes none. */
const WORDS = {
  title: 'Accessibility statement for {product}',
  appliesTo: 'This statement applies to: {scope}',
  standard: 'Accessibility standard',
  standardText: '{organization} applies {standard} to {product}, in accordance with {law}.',
  law: 'Section 508 of the Rehabilitation Act of 1973 (29 U.S.C. 794d)',
  limitations: 'Known limitations and alternatives',
  contentLead: 'The following is not accessible, for these reasons:',
  contentNone: 'No non-accessible content is known.',
  contentReported: 'The following has been reported since this statement was prepared:',
  reasons: {
    noncompliance: 'Does not conform',
    disproportionate_burden: 'Undue burden or fundamental alteration (E202.6)',
    out_of_scope: 'Excepted (E202)',
  },
  feedback: 'Contact and feedback',
  feedbackLead: 'Report anything that you cannot use, or ask for it in another form, to the accessibility contact:',
  complaint: 'Complaints',
  complaintText:
    'Whoever is denied access to information and data by a federal department or agency can file a complaint with it under Section 508, and has the remedies of Section 505 of the Rehabilitation Act.',
  updated: 'This statement',
  updatedOn: 'It was last updated on {date}.',
  evaluatedOn: 'It rests on an evaluation that was completed on {date}.',
  titleTwo:
    'The rule of the Department of Justice on Title II of the Americans with Disabilities Act (28 CFR Part 35, Subpart H) prescribes no form of statement.',
  source: 'After OMB Memorandum M-24-08 of December 21, 2023.',
};

/** The accessibility statement that federal agencies of the United States maintain, as a page. */
export async function usStatement(document: UsDocument, state: PublicState, reader: StatementReader): Promise<string> {
  const { audit } = document;
  const subjects = subjectsOf(document);
  const { conformance, counts } = resultOf(document);
  const day = (moment: string) => dayIn({ ...document, language: 'en' }, moment);
  const standard = html`<bdi>${standardAndLevel(document)}</bdi>`;
  return renderPage({
    language: 'en',
    title: fillIn(WORDS.title, { product: document.product.name }),
    notices: statementNotices(document, state, reader),
    heading: html`<h1>${sentence(WORDS.title, subjects)}</h1>`,
    body: html`<main>
        <p>${sentence(WORDS.appliesTo, subjects)}</p>
        <h2>${WORDS.standard}</h2>
        <p>${sentence(WORDS.standardText, { ...subjects, standard, law: WORDS.law })}</p>
        <p>${conformance}. ${counts.map((count) => html`${count} `)}</p>
        <h2>${WORDS.limitations}</h2>
        ${await contentHtml(document, state, WORDS, WORDS.reasons)}
        <h2>${WORDS.feedback}</h2>
        <p>${WORDS.feedbackLead}</p>
        ${contactHtml(document)}
        <h2>${WORDS.complaint}</h2>
        <p>${WORDS.complaintText}</p>
        <h2>${WORDS.updated}</h2>
        <p>${fillIn(WORDS.updatedOn, { date: day(state.reviewedAt ?? document.publishedAt!) })}</p>
        ${audit?.completedAt != null && html`<p>${fillIn(WORDS.evaluatedOn, { date: day(audit.completedAt) })}</p>`}
      </main>
      <footer><p>${WORDS.source} ${WORDS.titleTwo}</p></footer>`,
  });
}
