/** The style of reports and statements: light and dark, from 320 pixels, and in print. */
export const REPORT_STYLES = `
:root {
  color-scheme: light dark;
  --ground: #ffffff; --text: #1b1b1f; --quiet: #50535c; --line: #6f7480; --rule: #c9ccd3; --accent: #0b57d0; --wrong: #b3261e;
}
@media (prefers-color-scheme: dark) {
  :root { --ground: #16181d; --text: #e9e9ee; --quiet: #b4b8c2; --line: #8f95a3; --rule: #3f444e; --accent: #a8c7fa; --wrong: #ffb4ab; }
}
*, ::before, ::after { box-sizing: border-box; }
html { font: 100%/1.5 system-ui, sans-serif; background: var(--ground); color: var(--text); }
body { max-width: 64rem; margin: 0 auto; padding: 1rem; overflow-wrap: anywhere; }
h1, h2, h3 { line-height: 1.25; }
h1 { font-size: 1.75rem; margin: 0 0 .5rem; }
h2 { font-size: 1.375rem; margin: 2.5rem 0 1rem; }
h3 { font-size: 1.125rem; margin: 2rem 0 .75rem; }
p { margin: 0 0 .75rem; }
p, ul, dl { max-width: 44rem; }
ul { margin: 0 0 .75rem; padding-inline-start: 1.25rem; }
a { color: var(--accent); }
:focus-visible { outline: .1875rem solid var(--text); outline-offset: .125rem; }
.notice { margin: 0 0 1.5rem; padding: 1rem; border: .1875rem solid var(--wrong); }
.kind, .quiet { color: var(--quiet); }
.kind { margin: 0; }
.written { white-space: pre-line; unicode-bidi: plaintext; }
dl { margin: 0; }
dt { font-weight: 600; }
dd { margin: 0 0 .75rem; }
dd + dd { margin-block-start: -.5rem; }
nav ul { list-style: none; padding: 0; }
main li { margin-block-end: .5rem; }
nav li { padding-block: .125rem; }
table { width: 100%; border-collapse: collapse; margin: 0 0 1.5rem; table-layout: fixed; }
caption { text-align: start; color: var(--quiet); padding-block-end: .25rem; }
th, td { padding: .5rem; border: .0625rem solid var(--rule); text-align: start; vertical-align: top; }
thead th { border-block-end: .125rem solid var(--line); }
tbody th { font-weight: 400; hyphens: auto; }
.unseen { position: absolute; width: .0625rem; height: .0625rem; overflow: hidden; clip-path: inset(50%); white-space: nowrap; }
th:first-child { width: 38%; }
.requirements { font-size: .8125rem; }
.requirements thead { font-size: .75rem; }
.requirements th, .requirements td { padding: .375rem .25rem; hyphens: auto; }
.requirements th:first-child { width: 33%; }
.requirements:not(.even) th:nth-child(2) { width: 32%; }
.number { font-weight: 600; }
.counts { width: auto; min-width: min(18rem, 100%); }
.counts td { text-align: end; }
.entry + .entry { margin-block-start: .75rem; padding-block-start: .75rem; border-block-start: .0625rem dashed var(--line); }
.entry p, td p { margin: 0 0 .25rem; }
.verdict { font-weight: 600; }
.since { color: var(--wrong); font-weight: 600; }
.picture { margin: 0 0 1.5rem; }
.picture img { display: block; max-width: 100%; height: auto; border: .0625rem solid var(--rule); }
footer { margin-block-start: 2.5rem; color: var(--quiet); }
@media screen and (max-width: 32rem) {
  .requirements, .requirements tbody, .requirements tr, .requirements th, .requirements td { display: block; width: auto; font-size: 1rem; }
  .requirements thead { position: absolute; width: .0625rem; height: .0625rem; overflow: hidden; clip-path: inset(50%); }
  .requirements tr { padding-block: .75rem; border-block-start: .125rem solid var(--line); }
  .requirements th, .requirements td, .requirements th:first-child, .requirements:not(.even) th:nth-child(2) { width: auto; padding: 0; border: 0; }
  .requirements td { margin-block-start: .5rem; }
  .requirements td:empty { display: none; }
  .requirements td[data-label]::before { content: attr(data-label); content: attr(data-label) / ""; display: block; color: var(--quiet); }
}
@media (min-width: 48rem) {
  dl.facts { display: grid; grid-template-columns: minmax(9rem, 14rem) 1fr; column-gap: 1.5rem; max-width: none; }
  .facts dt { grid-column: 1; }
  .facts dd { grid-column: 2; max-width: 44rem; }
  th:first-child { width: 30%; }
  .requirements, .requirements thead { font-size: 1rem; }
  .requirements th, .requirements td { padding: .5rem; }
  .requirements th:first-child { width: 30%; }
  .requirements:not(.even) th:nth-child(2) { width: 20%; }
}
@media print {
  @page { margin: 2cm 1.5cm; }
  :root { --ground: #ffffff; --text: #000000; --quiet: #33353b; --line: #50535c; --rule: #8f95a3; --accent: #000000; --wrong: #8c1d18; }
  html { font-size: 10pt; }
  body { max-width: none; padding: 0; }
  h2, h3, caption { break-after: avoid; }
  tr, dd, .notice, .picture { break-inside: avoid; }
  .picture img { max-height: 22cm; }
  thead { display: table-header-group; }
  a.named::after { content: " <" attr(href) ">"; font-size: .85em; }
}
`.trimStart();
