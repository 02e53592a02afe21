import { html, type Html } from '../../pages/html.js';
import type { PublicState } from '../conformance-document.js';
import { conformanceOf, conformanceRate } from '../conformance-rate.js';
import { dayIn, say, WORDS } from '../words/words.js';
import { linked, renderPage, sentence } from './html-skeleton.js';
import {
  type CompleteDocument,
  contactHtml,
  faultsByReason,
  faultsHtml,
  type StatementReader,
  statementNotices,
  subjectsOf,
} from './accessibility-statement.js';

/** An accessibility statement after the model of Implementing Decision (EU) 2018/1523, as a page. */
export async function euStatement(
  document: CompleteDocument,
  state: PublicState,
  reader: StatementReader,
): Promise<string> {
  const { language, legislation } = document;
  const words = WORDS[language].statement;
  const law = legislation === null ? html`${words.directive}` : linked(legislation);
  const values = { ...subjectsOf(document), legislation: law };
  const rate = conformanceRate(document.requirements);
  const faults = await faultsHtml(document, {
    ...words.reasons,
    noncompliance: sentence(words.reasons.noncompliance, values),
  });
  const assessment = document.preparedBy === 'self' ? words.preparedSelf : words.preparedThirdParty;
  return renderPage({
    language,
    title: `${words.title} – ${document.product.name}`,
    notices: statementNotices(document, state, reader),
    heading: html`<h1>${words.title}</h1>`,
    body: html`<main>
        <p>${sentence(words.commitment, values)}</p>
        <p>${sentence(words.appliesTo, values)}</p>
        <h2>${words.status}</h2>
        <p>${statusHtml(document, values.product)}</p>
        <p>${say(words.rate, { ...rate })}</p>
        <h2>${words.content}</h2>
        <p>${faults.length > 0 ? words.contentLead : words.contentNone}</p>
        ${faults}
        <h2>${words.preparation}</h2>
        <p>${say(words.preparedOn, { date: dayIn(language, document.publishedAt!) })}</p>
        ${
          document.audit?.completedAt != null &&
          html`<p>${sentence(assessment, { ...values, date: dayIn(language, document.audit.completedAt) })}</p>`
        }
        ${state.reviewedAt !== null && html`<p>${say(words.reviewedOn, { date: dayIn(language, state.reviewedAt) })}</p>`}
        <h2>${words.feedback}</h2>
        <p>${words.feedbackLead}</p>
        ${contactHtml(document)}
        <h2>${words.enforcement}</h2>
        <p>${sentence(words.enforcementText, { enforcement: linked(document.enforcement) })}</p>
      </main>
      <footer><p>${words.source}</p></footer>`,
  });
}

function statusHtml(document: CompleteDocument, product: Html): Html {
  const words = WORDS[document.language].statement;
  const { standard, conformanceLevel: level } = document;
  const reasons = [...faultsByReason(document).keys()];
  const isFault = reasons.includes('noncompliance');
  const isExempt = reasons.some((reason) => reason !== 'noncompliance');
  const { causes } = words;
  const [lower, upper] =
    isFault && isExempt
      ? [causes.both, causes.Both]
      : isExempt
        ? [causes.exemptions, causes.Exemptions]
        : [causes.noncompliance, causes.Noncompliance];
  return sentence(words[conformanceOf(conformanceRate(document.requirements))], {
    product,
    standard: level === null ? standard.name : say(words.standardAndLevel, { standard: standard.name, level }),
    causes: lower,
    Causes: upper,
  });
}
