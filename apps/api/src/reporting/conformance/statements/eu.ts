import { html, type Html } from '../../../accounts/mail-pages/html.js';
import type { ConformanceDocument, PublicState } from '../conformance-document.js';
import { complianceOf, conformanceRate } from '../conformance-rate.js';
import { dayIn, fillIn, TRANSLATIONS } from '../translations/translations.js';
import { linked, renderPage, sentence } from '../exports/html-skeleton.js';
import {
  contactHtml,
  contentHtml,
  type DocumentWith,
  faultsByReason,
  type StatementReader,
  statementNotices,
  subjectsOf,
} from './accessibility-statement.js';

/** What the model needs beside the verdicts. */
export type EuDocument = DocumentWith<'enforcement' | 'contact' | 'preparedBy'>;

/** An accessibility statement after the model of Implementing Decision (EU) 2018/1523, as a page. */
export async function euStatement(document: EuDocument, state: PublicState, reader: StatementReader): Promise<string> {
  const { language, legislation } = document;
  const t = TRANSLATIONS[language].statement;
  const law = legislation === null ? html`${t.directive}` : linked(legislation);
  const values = { ...subjectsOf(document), legislation: law };
  const content = await contentHtml(document, state, t, {
    ...t.reasons,
    noncompliance: sentence(t.reasons.noncompliance, values),
  });
  const assessment = document.preparedBy === 'self' ? t.preparedSelf : t.preparedThirdParty;
  return renderPage({
    language,
    title: `${t.title} – ${document.product.name}`,
    notices: statementNotices(document, state, reader),
    heading: html`<h1>${t.title}</h1>`,
    body: html`<main>
        <p>${sentence(t.commitment, values)}</p>
        <p>${sentence(t.appliesTo, values)}</p>
        <h2>${t.status}</h2>
        <p>${complianceHtml(document, values.product)}</p>
        <h2>${t.content}</h2>
        ${content}
        <h2>${t.preparation}</h2>
        <p>${fillIn(t.preparedOn, { date: dayIn(document, document.publishedAt!) })}</p>
        ${
          document.audit?.completedAt != null &&
          html`<p>${sentence(assessment, { ...values, date: dayIn(document, document.audit.completedAt) })}</p>`
        }
        ${state.reviewedAt !== null && html`<p>${fillIn(t.reviewedOn, { date: dayIn(document, state.reviewedAt) })}</p>`}
        <h2>${t.feedback}</h2>
        <p>${t.feedbackLead}</p>
        ${contactHtml(document)}
        <h2>${t.enforcement}</h2>
        <p>${sentence(t.enforcementText, { enforcement: linked(document.enforcement) })}</p>
      </main>
      <footer><p>${t.source}</p></footer>`,
  });
}

/** Which of the three states of the model it has, and why. */
export function complianceHtml(document: ConformanceDocument, product: Html): Html {
  const t = TRANSLATIONS[document.language].statement;
  const { standard, conformanceLevel: level } = document;
  const reasons = [...faultsByReason(document).keys()];
  const isFault = reasons.includes('noncompliance');
  const isExempt = reasons.some((reason) => reason !== 'noncompliance');
  const { causes } = t;
  const [lower, upper] =
    isFault && isExempt
      ? [causes.both, causes.Both]
      : isExempt
        ? [causes.exemptions, causes.Exemptions]
        : [causes.noncompliance, causes.Noncompliance];
  return sentence(t[complianceOf(conformanceRate(document.requirements))], {
    product,
    standard: level === null ? standard.name : fillIn(t.standardAndLevel, { standard: standard.name, level }),
    causes: lower,
    Causes: upper,
  });
}
