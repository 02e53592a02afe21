import { html, type Html } from '../../../accounts/mail-pages/html.js';
import type { PublicState, ReportLanguage } from '../conformance-document.js';
import type { MeanRate } from '../page-outcomes.js';
import { conformanceOf, conformanceRate } from '../conformance-rate.js';
import { dayIn, fillIn, TRANSLATIONS } from '../translations/translations.js';
import { linked, renderPage, sentence, written } from '../exports/html-skeleton.js';
import { percentMet } from '../exports/report-result.js';
import {
  contactHtml,
  contentHtml,
  type DocumentWith,
  type StatementReader,
  statementNotices,
  subjectsOf,
} from './accessibility-statement.js';

/** What the obligatory form needs beside the verdicts. */
export type RgaaDocument = DocumentWith<'contact' | 'preparedBy' | 'schemaUrl' | 'actionPlanUrl'>;

/** An accessibility statement after the model of the RGAA, as a page. */
export async function rgaaStatement(
  document: RgaaDocument,
  state: PublicState,
  reader: StatementReader,
): Promise<string> {
  const { audit, language, legislation, standard } = document;
  const t = TRANSLATIONS[language].rgaa;
  const subjects = subjectsOf(document);
  const rate = conformanceRate(document.requirements);
  const content = await contentHtml(document, state, t, t.reasons);
  const results = document.preparedBy === 'self' ? t.resultsSelf : t.resultsThirdParty;
  return renderPage({
    language,
    title: `${t.title} – ${document.product.name}`,
    notices: statementNotices(document, state, reader),
    heading: html`<h1>${t.title}</h1>`,
    body: html`<main>
        <p>
          ${sentence(t.commitment, { ...subjects, legislation: legislation === null ? t.law : linked(legislation) })}
        </p>
        <p>${t.strategy}</p>
        <ul>
          <li>${linked({ name: t.schema, url: document.schemaUrl })}</li>
          <li>${linked({ name: t.actionPlan, url: document.actionPlanUrl })}</li>
        </ul>
        <p>${sentence(t.appliesTo, subjects)}</p>
        <h2>${t.status}</h2>
        <p>${sentence(t[conformanceOf(rate)], { ...subjects, version: standard.version ?? '' })}</p>
        ${
          audit?.completedAt != null &&
          html`<h3>${t.results}</h3>
            <p>${fillIn(results, { date: dayIn(document, audit.completedAt) })}</p>
            <ul>
              <li>${fillIn(t.rate, { ...rate, percent: percentMet(language, rate.conforming, rate.applicable) })}</li>
              <li>${fillIn(t.notApplicable, { ...rate })}</li>
              ${audit.meanRate !== undefined && html`<li>${meanRateText(language, audit.meanRate)}</li>`}
            </ul>`
        }
        <h2>${t.content}</h2>
        ${content}
        <h2>${t.preparation}</h2>
        <p>${fillIn(t.preparedOn, { date: dayIn(document, document.publishedAt!) })}</p>
        ${state.reviewedAt !== null && html`<p>${fillIn(t.reviewedOn, { date: dayIn(document, state.reviewedAt) })}</p>`}
        <p>${fillIn(t.validUntil, { date: dayIn(document, document.validUntil!) })}</p>
        ${listHtml(t.technologies, document.technologies.map(written))}
        ${listHtml(t.testEnvironments, document.testEnvironments.map(written))}
        ${listHtml(t.tools, document.tools.map(written))}
        ${listHtml(
          t.sample,
          document.sample.map(({ name, url }) => html`${written(name)}: ${linked({ name: url, url })}`),
        )}
        <h2>${t.feedback}</h2>
        <p>${sentence(t.feedbackLead, subjects)}</p>
        ${contactHtml(document)}
        <h2>${t.enforcement}</h2>
        <p>${sentence(t.enforcementText, subjects)}</p>
        <ul>
          <li>${linked({ name: t.defender.write, url: 'https://formulaire.defenseurdesdroits.fr/' })}</li>
          <li>${linked({ name: t.defender.delegate, url: 'https://www.defenseurdesdroits.fr/saisir/delegues' })}</li>
          <li>${t.defender.post}</li>
        </ul>
      </main>
      <footer><p>${t.source}</p></footer>`,
  });
}

/** What the form calls optional, with what it leaves open. */
function meanRateText(language: ReportLanguage, { hundredths, pages, undecided }: MeanRate): string {
  const t = TRANSLATIONS[language].rgaa;
  const rate = fillIn(t.meanRate, { percent: percentMet(language, hundredths, 10_000), pages });
  return undecided === 0 ? rate : `${rate} ${fillIn(t.meanRateUndecided, { undecided })}`;
}

const listHtml = (heading: string, items: readonly Html[]): Html | false =>
  items.length > 0 &&
  html`<h3>${heading}</h3>
    <ul>
      ${items.map((item) => html`<li>${item}</li>`)}
    </ul>`;
