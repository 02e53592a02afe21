import { html, type Html } from '../../pages/html.js';
import type {
  ConformanceDocument,
  DocumentGroup,
  DocumentRequirement,
  DocumentVerdict,
  PublicState,
} from '../conformance-document.js';
import { VERDICTS } from '../statement-terms.js';
import { standardName } from '../translations/standard-names.js';
import { fillIn, TRANSLATIONS } from '../translations/translations.js';
import { evidenceText } from './evidence-text.js';
import { linked, ofStandard, renderPage, sentence, written } from './html-skeleton.js';
import { doesNotApply, notApplying } from './not-applying.js';
import { reportFacts, type ReportFact } from './report-facts.js';
import {
  countsByVerdict,
  withNumber,
  reportOutline,
  type ReportChapter,
  type SharedVerdict,
  writeOutline,
} from './report-outline.js';
import { resultOf, standardAndLevel } from './report-result.js';
import { noticesOf, type ReportedNote, reportedSince } from './report-state.js';
import { requirementAddress } from './requirement-address.js';

/** A report as one page that needs nothing else. @param state of a published one; null: a draft */
export async function htmlReport(document: ConformanceDocument, state: PublicState | null): Promise<string> {
  const t = TRANSLATIONS[document.language];
  const reported = reportedSince(document, state);
  const chapters = await writeOutline(reportOutline(document, new Set(reported.keys())), {
    shared: (shared) => sharedHtml(document, shared),
    requirement: (requirement) => rowHtml(document, requirement, reported.get(requirement.number)),
  });
  return renderPage({
    language: document.language,
    title: `${document.title} – ${t.report}`,
    notices: noticesOf(document, state),
    heading: html`<p class="kind">${t.report}${t.colon}${standardAndLevel(document)}</p>
      <h1>${written(document.title)}</h1>
      <p class="kind">${written(document.product.name)}, ${written(document.organization.name)}</p>`,
    body: html`<nav aria-labelledby="contents">
        <h2 id="contents">${t.headings.contents}</h2>
        <ul>
          ${(['about', 'result', 'terms'] as const).map(
            (part) => html`<li><a href="#${part}">${t.headings[part]}</a></li>`,
          )}
          ${chapters.map(
            (chapter, index) => html`<li><a href="#chapter-${index + 1}">${chapterName(document, chapter)}</a></li>`,
          )}
          ${notApplying(document).length > 0 && html`<li><a href="#not-applying">${doesNotApply(document)}</a></li>`}
          ${document.legalDisclaimer !== undefined && html`<li><a href="#legal-disclaimer">${t.headings.legalDisclaimer}</a></li>`}
        </ul>
      </nav>
      <main>
        <h2 id="about">${t.headings.about}</h2>
        <dl class="facts">${reportFacts(document, state).map(factHtml)}</dl>
        ${resultHtml(document)}
        <h2 id="terms">${t.headings.terms}</h2>
        <dl class="facts">
          ${VERDICTS.map(
            (verdict) =>
              html`<dt>${t.verdicts[verdict]}</dt>
                <dd>${t.meanings[verdict]}</dd>`,
          )}
        </dl>
        ${chapters.map((chapter, index) => chapterHtml(document, chapter, `chapter-${index + 1}`))}
        ${notApplyingHtml(document)}
        ${
          document.legalDisclaimer !== undefined &&
          html`<h2 id="legal-disclaimer">${t.headings.legalDisclaimer}</h2>
            <p>${written(document.legalDisclaimer)}</p>`
        }
      </main>`,
  });
}

const factHtml = ({ label, values }: ReportFact): Html =>
  html`<dt>${label}</dt>
    ${values.map(
      (value) =>
        html`<dd>
          ${'ours' in value ? value.ours : 'text' in value ? written(value.text) : addressHtml(value.name, value.url)}
        </dd>`,
    )}`;

// Of the sample people want to read the address too.
const addressHtml = (name: string, url: string): Html =>
  url === name || url === `mailto:${name}`
    ? linked({ name, url })
    : html`${written(name)}: ${linked({ name: url, url })}`;

function resultHtml(document: ConformanceDocument): Html {
  const t = TRANSLATIONS[document.language];
  const counts = countsByVerdict(document.requirements);
  const { conformance, counts: met } = resultOf(document);
  return html`<h2 id="result">${t.headings.result}</h2>
    <p><strong>${conformance}</strong> (${standardAndLevel(document)}).</p>
    <ul>
      ${met.map((sentence) => html`<li>${sentence}</li>`)}
    </ul>
    <table class="counts">
      <caption>
        ${t.countsCaption}
      </caption>
      <thead>
        <tr>
          <th scope="col">${t.verdict}</th>
          <th scope="col">${t.numberOfRequirements}</th>
        </tr>
      </thead>
      <tbody>
        ${[...VERDICTS, null].map((verdict) => {
          const count = counts.get(verdict);
          return (
            count !== undefined &&
            html`<tr>
              <th scope="row">${verdict === null ? t.noVerdict : t.verdicts[verdict]}</th>
              <td>${count}</td>
            </tr>`
          );
        })}
      </tbody>
    </table>`;
}

function notApplyingHtml(document: ConformanceDocument): Html | false {
  const requirements = notApplying(document);
  return (
    requirements.length > 0 &&
    html`<h2 id="not-applying">${doesNotApply(document)}</h2>
      <ul>
        ${requirements.map((requirement) => html`<li>${nameHtml(document, requirement)}</li>`)}
      </ul>`
  );
}

function chapterName(document: ConformanceDocument, { level, group }: Pick<ReportChapter, 'level' | 'group'>): Html {
  const t = TRANSLATIONS[document.language];
  if (level !== null) return html`${fillIn(t.levelOf, { level })}`;
  if (group === null) return html`${t.headings.requirements}`;
  const named = standardName(document, group);
  return ofStandard(withNumber(named), named.language);
}

function chapterHtml(document: ConformanceDocument, chapter: ReportChapter<Html, Html>, id: string): Html {
  const name = chapterName(document, chapter);
  const nameOf = (group: DocumentGroup): Html => chapterName(document, { level: null, group });
  return html`<h2 id="${id}">${name}</h2>
    ${chapter.shared}
    ${chapter.sections.map(
      ({ group, requirements }) =>
        html`${group !== null && html`<h3>${nameOf(group)}</h3>`}
        ${tableHtml(document, group === null ? name : nameOf(group), requirements)}`,
    )}`;
}

function sharedHtml(document: ConformanceDocument, { verdict, requirements }: SharedVerdict): Html {
  const t = TRANSLATIONS[document.language];
  return html`<p>${fillIn(t.forAll, { count: requirements.length })}</p>
    <p class="verdict">${t.components[verdict.component]}${t.colon}${t.verdicts[verdict.verdict]}</p>
    ${remarksHtml(document, { ...verdict, fromGroup: false })}
    <ul>
      ${requirements.map((requirement) => html`<li>${nameHtml(document, requirement)}</li>`)}
    </ul>`;
}

function nameHtml(document: ConformanceDocument, requirement: DocumentRequirement): Html {
  const address = requirementAddress(document.standard, requirement);
  const { name, language } = standardName(document, requirement);
  const shown = html`<span class="number">${requirement.number}</span> ${ofStandard(name, language)}`;
  return address === null ? shown : html`<a href="${address}">${shown}</a>`;
}

function tableHtml(document: ConformanceDocument, name: Html, rows: readonly Html[]): Html {
  const t = TRANSLATIONS[document.language];
  return html`<table class="requirements">
    <caption>
      <span class="unseen">${sentence(t.tableCaption, { name })}</span>
    </caption>
    <thead>
      <tr>
        <th scope="col">${t.requirement}</th>
        <th scope="col">${t.conformanceLevel}</th>
        <th scope="col">${t.remarksAndExplanations}</th>
      </tr>
    </thead>
    <tbody>
      ${rows}
    </tbody>
  </table>`;
}

/** @param reported what was reported of it since */
function rowHtml(
  document: ConformanceDocument,
  requirement: DocumentRequirement,
  reported?: readonly ReportedNote[],
): Html {
  const t = TRANSLATIONS[document.language];
  const { verdicts } = requirement;
  const namesOf = ({ component }: DocumentVerdict): Html | false =>
    (verdicts.length > 1 || component !== 'web') && html`${t.components[component]}${t.colon}`;
  return html`<tr>
    <th scope="row">${nameHtml(document, requirement)}</th>
    <td>
      ${verdicts.length === 0 && html`<p class="verdict">${t.noVerdict}</p>`}
      ${verdicts.map((one) => html`<p class="verdict">${namesOf(one)}${t.verdicts[one.verdict]}</p>`)}
    </td>
    <td>
      ${verdicts.map((one) => {
        const remarks = remarksHtml(document, one);
        return (
          remarks &&
          html`<div class="entry">${verdicts.length > 1 && html`<p class="quiet">${namesOf(one)}</p>`}${remarks}</div>`
        );
      })}
      ${reported?.map(reportedHtml)}
    </td>
  </tr>`;
}

const reportedHtml = ({ sentence, reason }: ReportedNote): Html =>
  html`<p class="since">${sentence}</p>
    ${reason !== null && html`<p>${written(reason)}</p>`}`;

/** What is said beside a verdict; false where nothing is. */
function remarksHtml(document: ConformanceDocument, verdict: DocumentVerdict): Html | false {
  const t = TRANSLATIONS[document.language];
  const { remarks, reason, alternative, evidence, fromGroup } = verdict;
  const parts = [
    fromGroup && html`<p class="quiet">${t.seeAbove}</p>`,
    !fromGroup && remarks !== null && html`<p>${written(remarks)}</p>`,
    reason !== 'noncompliance' && html`<p>${t.reason}${t.colon}${t.reasons[reason]}</p>`,
    alternative !== null && html`<p>${t.alternative}${t.colon}${written(alternative)}</p>`,
    evidence.length > 0 &&
      html`<p class="quiet">${t.evidence}${t.colon}${evidenceText(t, document.language, evidence)}</p>`,
  ].filter((part) => part !== false);
  return parts.length > 0 && html`${parts}`;
}
