import { turn } from '#libs/queues';
import { html, type Html } from '../../../accounts/mail-pages/html.js';
import type { ConformanceDocument, PublicState } from '../conformance-document.js';
import { type Translation, TRANSLATIONS } from '../translations/translations.js';
import { linked, ofStandard, renderPage, sentence, written } from './html-skeleton.js';
import { type BlockWriters, renderParts } from './render-parts.js';
import type { ReportFact } from './report-facts.js';
import { withNumber } from './report-outline.js';
import {
  type PartTitle,
  readableReport,
  type RemarkLine,
  type RequirementName,
  type RequirementRow,
} from './report-parts.js';

/** A report as one page that needs nothing else. @param state of a published one; null: a draft */
export async function htmlReport(document: ConformanceDocument, state: PublicState | null): Promise<string> {
  const t = TRANSLATIONS[document.language];
  const report = await readableReport(document, state);
  const parts = await renderParts(report.parts, writers(document));
  await turn();
  return renderPage({
    language: document.language,
    title: `${report.title} – ${t.report}`,
    notices: report.notices,
    heading: html`<p class="kind">${report.kind}</p>
      <h1>${written(report.title)}</h1>
      <p class="kind">${written(report.product)}, ${written(report.organization)}</p>`,
    body: html`<nav aria-labelledby="contents">
        <h2 id="contents">${t.headings.contents}</h2>
        <ul>
          ${report.parts.map(({ id, title }) => html`<li><a href="#${id}">${titleHtml(title)}</a></li>`)}
        </ul>
      </nav>
      <main>
        ${parts.map(
          ({ part: { id, title }, blocks }) =>
            html`<h2 id="${id}">${titleHtml(title)}</h2>
              ${blocks}`,
        )}
      </main>`,
  });
}

const writers = ({ language }: ConformanceDocument): BlockWriters<Html, Html> => ({
  subheading: ({ title }) => html`<h3>${titleHtml(title)}</h3>`,
  facts: ({ facts }) => html`<dl class="facts">${facts.map(factHtml)}</dl>`,
  result: ({ conformance, standard }) => html`<p><strong>${conformance}</strong> (${standard}).</p>`,
  list: ({ items }) =>
    html`<ul>
      ${items.map((item) => html`<li>${item}</li>`)}
    </ul>`,
  counts: ({ caption, head, rows }) =>
    html`<table class="counts">
      <caption>
        ${caption}
      </caption>
      <thead>
        <tr>
          ${head.map((name) => html`<th scope="col">${name}</th>`)}
        </tr>
      </thead>
      <tbody>
        ${rows.map(
          ([verdict, count]) =>
            html`<tr>
              <th scope="row">${verdict}</th>
              <td>${count}</td>
            </tr>`,
        )}
      </tbody>
    </table>`,
  remarks: ({ lines }) => html`${lines.map(lineHtml)}`,
  names: ({ names }) =>
    html`<ul>
      ${names.map((name) => html`<li>${nameHtml(name)}</li>`)}
    </ul>`,
  row: (row) => rowHtml(TRANSLATIONS[language], row),
  requirements: ({ title, head }, rows) =>
    html`<table class="requirements">
      <caption>
        <span class="unseen">${sentence(TRANSLATIONS[language].tableCaption, { name: titleHtml(title) })}</span>
      </caption>
      <thead>
        <tr>
          ${head.map((name) => html`<th scope="col">${name}</th>`)}
        </tr>
      </thead>
      <tbody>
        ${rows}
      </tbody>
    </table>`,
});

const titleHtml = (title: PartTitle): Html =>
  html`${title.of !== undefined && `${title.of}: `}${'ours' in title ? title.ours : ofStandard(withNumber(title), title.language)}`;

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

function nameHtml({ number, name, language, address }: RequirementName): Html {
  const shown = html`<span class="number">${number ?? ''}</span> ${ofStandard(name, language)}`;
  return address === null ? shown : html`<a href="${address}">${shown}</a>`;
}

/** Its cells know the names of their columns, which narrow windows show beside them. */
function rowHtml(t: Translation, { name, verdicts, remarks, reported }: RequirementRow): Html {
  const isSilent = remarks.length === 0 && reported.length === 0;
  return html`<tr>
    <th scope="row">${nameHtml(name)}</th>
    <td data-label="${t.conformanceLevel}">${verdicts.map((verdict) => html`<p class="verdict">${verdict}</p>`)}</td>
    ${
      isSilent
        ? html`<td></td>`
        : html`<td data-label="${t.remarksAndExplanations}">
            ${remarks.map(
              ({ component, lines }) =>
                html`<div class="entry">
                  ${component !== null && html`<p class="quiet">${component}</p>`}${lines.map(lineHtml)}
                </div>`,
            )}
            ${reported.map(lineHtml)}
          </td>`
    }
  </tr>`;
}

function lineHtml({ label, text, tone }: RemarkLine): Html {
  const content = html`${label ?? ''}${'ours' in text ? text.ours : written(text.written)}`;
  return tone === undefined ? html`<p>${content}</p>` : html`<p class="${tone}">${content}</p>`;
}
