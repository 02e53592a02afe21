import { html, type Html } from '../../pages/html.js';
import type { PublicState } from '../conformance-document.js';
import { conformanceOf, conformanceRate } from '../conformance-rate.js';
import { dayIn, say, WORDS } from '../words/words.js';
import { linked, renderPage, sentence, written } from './html-skeleton.js';
import { percentMet } from './report-result.js';
import {
  type CompleteDocument,
  contactHtml,
  faultsHtml,
  type StatementReader,
  statementNotices,
  subjectsOf,
} from './accessibility-statement.js';

/** An accessibility statement after the model of the RGAA, as a page. */
export async function rgaaStatement(
  document: CompleteDocument,
  state: PublicState,
  reader: StatementReader,
): Promise<string> {
  const { audit, language, legislation, standard } = document;
  const words = WORDS[language].rgaa;
  const subjects = subjectsOf(document);
  const rate = conformanceRate(document.requirements);
  const faults = await faultsHtml(document, words.reasons);
  const results = document.preparedBy === 'self' ? words.resultsSelf : words.resultsThirdParty;
  return renderPage({
    language,
    title: `${words.title} – ${document.product.name}`,
    notices: [...statementNotices(document, state, reader), ...(reader === 'counsel' ? [words.plans] : [])],
    heading: html`<h1>${words.title}</h1>`,
    body: html`<main>
        <p>
          ${sentence(words.commitment, { ...subjects, legislation: legislation === null ? words.law : linked(legislation) })}
        </p>
        <p>${sentence(words.appliesTo, subjects)}</p>
        <h2>${words.status}</h2>
        <p>${sentence(words[conformanceOf(rate)], { ...subjects, version: standard.version ?? '' })}</p>
        ${
          audit?.completedAt != null &&
          html`<h3>${words.results}</h3>
            <p>${say(results, { date: dayIn(language, audit.completedAt) })}</p>
            <ul>
              <li>${say(words.rate, { ...rate, percent: percentMet(language, rate.conforming, rate.applicable) })}</li>
              <li>${say(words.notApplicable, { ...rate })}</li>
            </ul>`
        }
        <h2>${words.content}</h2>
        <p>${faults.length > 0 ? words.contentLead : words.contentNone}</p>
        ${faults}
        <h2>${words.preparation}</h2>
        <p>${say(words.preparedOn, { date: dayIn(language, document.publishedAt!) })}</p>
        ${state.reviewedAt !== null && html`<p>${say(words.reviewedOn, { date: dayIn(language, state.reviewedAt) })}</p>`}
        ${listHtml(words.technologies, document.technologies.map(written))}
        ${listHtml(words.testEnvironments, document.testEnvironments.map(written))}
        ${listHtml(words.tools, document.tools.map(written))}
        ${listHtml(
          words.sample,
          document.sample.map(({ name, url }) => html`${written(name)}: ${linked({ name: url, url })}`),
        )}
        <h2>${words.feedback}</h2>
        <p>${sentence(words.feedbackLead, subjects)}</p>
        ${contactHtml(document)}
        <h2>${words.enforcement}</h2>
        <p>${sentence(words.enforcementText, { ...subjects, enforcement: linked(document.enforcement) })}</p>
      </main>
      <footer><p>${words.source}</p></footer>`,
  });
}

const listHtml = (heading: string, items: readonly Html[]): Html | false =>
  items.length > 0 &&
  html`<h3>${heading}</h3>
    <ul>
      ${items.map((item) => html`<li>${item}</li>`)}
    </ul>`;
