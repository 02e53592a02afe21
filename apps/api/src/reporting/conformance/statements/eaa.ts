import { html } from '../../../accounts/mail-pages/html.js';
import type { PublicState } from '../conformance-document.js';
import { linked, renderPage, sentence, written } from '../exports/html-skeleton.js';
import { resultOf, standardAndLevel } from '../exports/report-result.js';
import { dayIn, fillIn, TRANSLATIONS } from '../translations/translations.js';
import {
  contactHtml,
  contentHtml,
  type DocumentWith,
  type StatementReader,
  statementNotices,
  subjectsOf,
} from './accessibility-statement.js';

/**
 * What Annex V asks for beside the verdicts: what the service is (its `description`, which is checked apart), and how
 * it works.
 */
export type EaaDocument = DocumentWith<'contact' | 'serviceOperation'>;

/** The information on a service that Directive (EU) 2019/882, Annex V, asks for, as a page. */
export async function eaaStatement(
  document: EaaDocument,
  state: PublicState,
  reader: StatementReader,
): Promise<string> {
  const { audit, enforcement, language, legislation, preparedBy, product } = document;
  const t = TRANSLATIONS[language].eaa;
  const subjects = subjectsOf(document);
  const { conformance, counts } = resultOf(document);
  const law = legislation === null ? t.directive : linked(legislation);
  const evaluated = preparedBy === 'third_party' ? t.evaluatedThirdParty : t.evaluatedSelf;
  return renderPage({
    language,
    title: `${t.title} – ${product.name}`,
    notices: statementNotices(document, state, reader),
    heading: html`<h1>${t.title}</h1>`,
    body: html`<main>
        <p>${sentence(t.lead, { ...subjects, legislation: law })}</p>
        <h2>${t.description}</h2>
        <p>${written(product.description ?? '')}</p>
        <p>${sentence(t.appliesTo, subjects)}</p>
        <h2>${t.operation}</h2>
        <p>${written(document.serviceOperation)}</p>
        <h2>${t.requirements}</h2>
        <p>${sentence(t.standardText, { standard: html`<bdi>${standardAndLevel(document)}</bdi>` })}</p>
        <p>${conformance}. ${counts.map((count) => html`${count} `)}</p>
        <h2>${t.content}</h2>
        ${await contentHtml(document, state, t, t.reasons)}
        <h2>${t.monitoring}</h2>
        ${
          audit?.completedAt != null &&
          html`<p>${sentence(evaluated, { ...subjects, date: dayIn(document, audit.completedAt) })}</p>`
        }
        <p>${fillIn(t.preparedOn, { date: dayIn(document, document.publishedAt!) })}</p>
        ${state.reviewedAt !== null && html`<p>${fillIn(t.reviewedOn, { date: dayIn(document, state.reviewedAt) })}</p>`}
        <h2>${t.feedback}</h2>
        <p>${t.feedbackLead}</p>
        ${contactHtml(document)}
        ${
          enforcement !== null &&
          html`<h2>${t.enforcement}</h2>
            <p>${sentence(t.enforcementText, { enforcement: linked(enforcement) })}</p>`
        }
      </main>
      <footer><p>${t.source}</p></footer>`,
  });
}
