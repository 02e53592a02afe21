import { html, type Html } from '../../pages/html.js';
import type { PublicState } from '../conformance-document.js';
import { conformanceOf, conformanceRate } from '../conformance-rate.js';
import { dayIn, interpolate, TRANSLATIONS } from '../translations/translations.js';
import {
  type CompleteDocument,
  contactHtml,
  faultsByReason,
  faultsHtml,
  statementNotices,
  type StatementReader,
  subjectsOf,
} from './accessibility-statement.js';
import { linked, renderPage, sentence } from './html-skeleton.js';

/** An accessibility statement after the model of Implementing Decision (EU) 2018/1523, as a page. */
export async function euStatement(
  document: CompleteDocument,
  state: PublicState,
  reader: StatementReader,
): Promise<string> {
  const { language, legislation } = document;
  const translation = TRANSLATIONS[language].statement;
  const law = legislation === null ? html`${translation.directive}` : linked(legislation);
  const values = { ...subjectsOf(document), legislation: law };
  const rate = conformanceRate(document.requirements);
  const faults = await faultsHtml(document, {
    ...translation.reasons,
    noncompliance: sentence(translation.reasons.noncompliance, values),
  });
  const assessment = document.preparedBy === 'self' ? translation.preparedSelf : translation.preparedThirdParty;
  return renderPage({
    language,
    title: `${translation.title} – ${document.product.name}`,
    notices: statementNotices(document, state, reader),
    heading: html`<h1>${translation.title}</h1>`,
    body: html`<main>
        <p>${sentence(translation.commitment, values)}</p>
        <p>${sentence(translation.appliesTo, values)}</p>
        <h2>${translation.status}</h2>
        <p>${statusHtml(document, values.product)}</p>
        <p>${interpolate(translation.rate, { ...rate })}</p>
        <h2>${translation.content}</h2>
        <p>${faults.length > 0 ? translation.contentLead : translation.contentNone}</p>
        ${faults}
        <h2>${translation.preparation}</h2>
        <p>${interpolate(translation.preparedOn, { date: dayIn(language, document.publishedAt!) })}</p>
        ${
          document.audit?.completedAt != null &&
          html`<p>${sentence(assessment, { ...values, date: dayIn(language, document.audit.completedAt) })}</p>`
        }
        ${state.reviewedAt !== null && html`<p>${interpolate(translation.reviewedOn, { date: dayIn(language, state.reviewedAt) })}</p>`}
        <h2>${translation.feedback}</h2>
        <p>${translation.feedbackLead}</p>
        ${contactHtml(document)}
        <h2>${translation.enforcement}</h2>
        <p>${sentence(translation.enforcementText, { enforcement: linked(document.enforcement) })}</p>
      </main>
      <footer><p>${translation.source}</p></footer>`,
  });
}

function statusHtml(document: CompleteDocument, product: Html): Html {
  const translation = TRANSLATIONS[document.language].statement;
  const { standard, conformanceLevel: level } = document;
  const reasons = [...faultsByReason(document).keys()];
  const isFault = reasons.includes('noncompliance');
  const isExempt = reasons.some((reason) => reason !== 'noncompliance');
  const { causes } = translation;
  const [lower, upper] =
    isFault && isExempt
      ? [causes.both, causes.Both]
      : isExempt
        ? [causes.exemptions, causes.Exemptions]
        : [causes.noncompliance, causes.Noncompliance];
  return sentence(translation[conformanceOf(conformanceRate(document.requirements))], {
    product,
    standard:
      level === null ? standard.name : interpolate(translation.standardAndLevel, { standard: standard.name, level }),
    causes: lower,
    Causes: upper,
  });
}
