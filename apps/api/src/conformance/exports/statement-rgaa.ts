import { html, type Html } from '../../pages/html.js';
import type { PublicState } from '../conformance-document.js';
import { conformanceOf, conformanceRate } from '../conformance-rate.js';
import { dayIn, interpolate, TRANSLATIONS } from '../translations/translations.js';
import {
  type CompleteDocument,
  contactHtml,
  faultsHtml,
  statementNotices,
  type StatementReader,
  subjectsOf,
} from './accessibility-statement.js';
import { linked, renderPage, sentence, written } from './html-skeleton.js';
import { percentMet } from './report-result.js';

/** An accessibility statement after the model of the RGAA, as a page. */
export async function rgaaStatement(
  document: CompleteDocument,
  state: PublicState,
  reader: StatementReader,
): Promise<string> {
  const { audit, language, legislation, standard } = document;
  const translation = TRANSLATIONS[language].rgaa;
  const subjects = subjectsOf(document);
  const rate = conformanceRate(document.requirements);
  const faults = await faultsHtml(document, translation.reasons);
  const results = document.preparedBy === 'self' ? translation.resultsSelf : translation.resultsThirdParty;
  return renderPage({
    language,
    title: `${translation.title} – ${document.product.name}`,
    notices: [...statementNotices(document, state, reader), ...(reader === 'counsel' ? [translation.plans] : [])],
    heading: html`<h1>${translation.title}</h1>`,
    body: html`<main>
        <p>
          ${sentence(translation.commitment, { ...subjects, legislation: legislation === null ? translation.law : linked(legislation) })}
        </p>
        <p>${sentence(translation.appliesTo, subjects)}</p>
        <h2>${translation.status}</h2>
        <p>${sentence(translation[conformanceOf(rate)], { ...subjects, version: standard.version ?? '' })}</p>
        ${
          audit?.completedAt != null &&
          html`<h3>${translation.results}</h3>
            <p>${interpolate(results, { date: dayIn(language, audit.completedAt) })}</p>
            <ul>
              <li>
                ${interpolate(translation.rate, { ...rate, percent: percentMet(language, rate.conforming, rate.applicable) })}
              </li>
              <li>${interpolate(translation.notApplicable, { ...rate })}</li>
            </ul>`
        }
        <h2>${translation.content}</h2>
        <p>${faults.length > 0 ? translation.contentLead : translation.contentNone}</p>
        ${faults}
        <h2>${translation.preparation}</h2>
        <p>${interpolate(translation.preparedOn, { date: dayIn(language, document.publishedAt!) })}</p>
        ${state.reviewedAt !== null && html`<p>${interpolate(translation.reviewedOn, { date: dayIn(language, state.reviewedAt) })}</p>`}
        ${listHtml(translation.technologies, document.technologies.map(written))}
        ${listHtml(translation.testEnvironments, document.testEnvironments.map(written))}
        ${listHtml(translation.tools, document.tools.map(written))}
        ${listHtml(
          translation.sample,
          document.sample.map(({ name, url }) => html`${written(name)}: ${linked({ name: url, url })}`),
        )}
        <h2>${translation.feedback}</h2>
        <p>${sentence(translation.feedbackLead, subjects)}</p>
        ${contactHtml(document)}
        <h2>${translation.enforcement}</h2>
        <p>${sentence(translation.enforcementText, { ...subjects, enforcement: linked(document.enforcement) })}</p>
      </main>
      <footer><p>${translation.source}</p></footer>`,
  });
}

const listHtml = (heading: string, items: readonly Html[]): Html | false =>
  items.length > 0 &&
  html`<h3>${heading}</h3>
    <ul>
      ${items.map((item) => html`<li>${item}</li>`)}
    </ul>`;
