import { identityOf } from '#libs/reports';
import { omissionsIn } from '../reading/report.js';
import { placeOf } from './places.js';
import type { UploadResult } from './upload-result.js';
import { xml } from './xml.js';

const STYLE = `body{font:1rem/1.5 system-ui,sans-serif;max-width:70rem;margin:2rem auto;padding:0 1rem;color:#1a1a1a;background:#fff}
table{border-collapse:collapse;width:100%}caption{text-align:left;font-weight:bold;padding:.5rem 0}
th,td{border:1px solid #767676;padding:.4rem;text-align:left;vertical-align:top;overflow-wrap:anywhere}
@media(prefers-color-scheme:dark){body{color:#eee;background:#1a1a1a}}`;

/** One page for people that needs nothing else: all findings, introduced ones first. */
export function asHtml({ reports, gate }: UploadResult): string {
  const sections = reports.map(({ report, introduced, coverage }) => {
    const news = new Map(introduced.map((one) => [identityOf(one.finding), one.change]));
    const rows = report.found
      .map((found) => ({
        found,
        state: found.finding.needsReview ? 'needs review' : (news.get(identityOf(found.finding)) ?? 'known'),
      }))
      .sort((a, b) => ORDER.indexOf(a.state) - ORDER.indexOf(b.state))
      .map(({ found, state }) => {
        const { ruleId, title, severity = '' } = found.finding;
        const cells = [state, severity, title, placeOf(found)].map((text) => `<td>${xml(text)}</td>`);
        return `<tr><th scope="row">${xml(ruleId)}</th>${cells.join('')}</tr>`;
      });
    const head = ['Rule', 'State', 'Severity', 'What', 'Where'].map((text) => `<th scope="col">${text}</th>`).join('');
    const caption = `${report.found.length} findings of ${report.tool}, ${coverage.coverage}`;
    const table = `<table><caption>${xml(caption)}</caption><thead><tr>${head}</tr></thead><tbody>${rows.join('\n')}</tbody></table>`;
    const omissions = omissionsIn(report).map((omission) => `<li>${xml(omission)}</li>`);
    const left = omissions.length > 0 ? `<h3>Not examined</h3><ul>${omissions.join('')}</ul>` : '';
    return `<section><h2>${xml(report.tool)}</h2>\n${left}${rows.length > 0 ? table : '<p>No findings.</p>'}</section>`;
  });
  return `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>Accessibility: ${gate.verdict}</title>
<style>${STYLE}</style></head>
<body><main><h1>Accessibility: ${gate.verdict}</h1><p>${xml(gate.reason)}</p>
${sections.join('\n')}
</main></body></html>
`;
}

const ORDER = ['new', 'regressed', 'spread', 'known', 'needs review'];
