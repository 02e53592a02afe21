import { mapInSlices, turn } from '#libs/queues';
import type { ReportLanguage } from '../../conformance/conformance-document.js';
import { renderPage, sentence, written } from '../../conformance/exports/html-skeleton.js';
import { dayIn, fillIn, TRANSLATIONS } from '../../conformance/translations/translations.js';
import { OUTCOMES } from '../../../findings/evaluation/outcome.js';
import { type AuditProgress, type OutcomeCounts, progressOf } from '../../../findings/evaluation/progress/progress.js';
import type { AuditEntry } from '../../../findings/evaluation/sample/audit-entry.js';
import { grouped } from '../../../platform/lists/grouped.js';
import { html, type Html } from '../../../accounts/mail-pages/html.js';
import type { AuditFile } from '../audit-file.js';
import type { EvidenceOfAudit } from '../audit-files.sql.js';
import { problemList } from './problem-list.js';
import { factList, nameOf, pageName, type Problem, type ShownPicture, whereOf, type Write } from './report-blocks.js';
import { isPicture, roomFor } from './report-pictures.js';
import { REPORT_WORDS } from './report-words.js';

/** A page with `pictureMark` where pictures go, and these. */
export interface AuditReport {
  page: string;
  pictures: ReadonlyMap<string, EvidenceOfAudit>;
}

/** An audit for people who were not there, as one page that needs nothing else. */
export async function auditReport(file: AuditFile, language: ReportLanguage): Promise<AuditReport> {
  const words = REPORT_WORDS[language];
  const { audit, organization, product } = file;
  const progress = await progressOf(stateOf(file), file.sample);
  const problems = problemsOf(file);
  const evidence = new Map(file.evidence.map((one) => [one.id, one]));
  const pictures = picturesOf(file, problems, evidence);
  const title = audit.title ?? fillIn(words.audit, { number: audit.number });
  const write = { file, language, words, evidence, pictures };
  const parts: [id: string, heading: string, content: Html][] = [
    ['summary', words.headings.summary, summary(write, progress)],
    ['method', words.headings.method, method(write)],
    ['sample', words.headings.sample, await sampleTable(write)],
    ['levels', words.headings.byLevel, await levelTable(write, progress)],
    ['pages', words.headings.byPage, await pageTable(write, progress)],
    ['requirements', words.headings.byRequirement, await requirementTable(write, progress, problems)],
    ['problems', words.headings.problems, await problemList(write, problems)],
  ];
  await turn();
  const page = renderPage({
    language,
    title: `${title} – ${words.kind}`,
    notices: [
      ...(audit.status === 'completed' ? [] : [words.notices.inProgress]),
      ...(audit.acceptUntested ? [words.notices.acceptUntested] : []),
    ],
    heading: html`<p class="kind">${words.kind}</p>
      <h1>${written(title)}</h1>
      <p class="kind">${written(product.name)}, ${written(organization.name)}</p>`,
    body: html`<nav aria-labelledby="contents">
        <h2 id="contents">${TRANSLATIONS[language].headings.contents}</h2>
        <ul>
          ${parts.map(([id, heading]) => html`<li><a href="#${id}">${heading}</a></li>`)}
        </ul>
      </nav>
      <main>
        ${parts.map(
          ([id, heading, content]) =>
            html`<h2 id="${id}">${heading}</h2>
              ${content}`,
        )}
      </main>`,
  });
  return { page, pictures: new Map([...pictures].map(([id, { evidence }]) => [id, evidence])) };
}

function stateOf({ requirements, sample, outcomes }: AuditFile) {
  const byRequirement = grouped(outcomes, ({ requirementId }) => requirementId);
  return {
    requirements: requirements.filter(({ isGone }) => !isGone),
    entries: sample.map(({ number }) => number),
    outcomes: new Map(
      [...byRequirement].map(([id, rows]) => [id, new Map(rows.map(({ entry, outcome }) => [entry, outcome]))]),
    ),
  };
}

/** What fails, cannot be told or has an issue, in the order of the requirements. */
function problemsOf({ requirements, sample, outcomes }: AuditFile): Problem[] {
  const requirementsById = new Map(requirements.map((one) => [one.requirementId, one]));
  const entries = new Map(sample.map((one) => [one.number, one]));
  return outcomes
    .filter(({ outcome, issueNumbers }) => outcome === 'failed' || outcome === 'cannot_tell' || issueNumbers.length > 0)
    .map((one) => ({
      ...one,
      requirement: requirementsById.get(one.requirementId),
      page: entries.get(one.entry) ?? null,
    }));
}

/** The pictures of what is told, numbered in its order. */
function picturesOf(
  file: AuditFile,
  problems: readonly Problem[],
  known: Write['evidence'],
): Map<string, ShownPicture> {
  const byIssue = new Map<number, string[]>(file.issues.map(({ number }) => [number, []]));
  for (const { issueNumbers, evidenceIds } of problems)
    for (const number of issueNumbers) byIssue.get(number)?.push(...evidenceIds);
  const ids = new Set([
    ...file.issues.flatMap(({ number, evidenceIds }) => [...byIssue.get(number)!, ...evidenceIds]),
    ...problems.flatMap(({ evidenceIds }) => evidenceIds),
  ]);
  const pictures = [...ids].flatMap((id) => known.get(id) ?? []).filter(isPicture);
  const shown = roomFor(pictures);
  return new Map(
    pictures.map((evidence, index) => [evidence.id, { evidence, number: index + 1, isShown: shown.has(evidence.id) }]),
  );
}

function summary({ file: { audit }, words }: Write, { verdicts }: AuditProgress): Html {
  const { passed, inapplicable, failed, cannot_tell: cannotTell, untested } = verdicts;
  const conformed = passed + inapplicable;
  const total = conformed + failed + cannotTell + untested;
  return html`<p><strong>${fillIn(words.result, { conformed, asked: total, failed, cannotTell, untested })}</strong></p>
    <p>${audit.executiveSummary ? written(audit.executiveSummary) : words.noSummary}</p>`;
}

function method({ file, language, words }: Write): Html {
  const { audit, standard, level } = file;
  const { labels } = words;
  const day = (moment: Date | null) =>
    moment === null ? [] : [dayIn({ language, timeZone: file.organization.timeZone }, moment.toISOString())];
  const standardAndLevel = level === null ? '' : `, ${fillIn(TRANSLATIONS[language].levelOf, { level })}`;
  const facts: [string, (Html | string)[]][] = [
    [labels.standard, [html`<bdi>${standard.name}</bdi>${standardAndLevel}`]],
    [labels.type, [words.types[audit.type]]],
    [labels.method, audit.method === null ? [] : [words.methods[audit.method]]],
    [labels.evaluators, audit.evaluators.map(({ name }) => written(name))],
    [labels.started, day(audit.startedAt)],
    [labels.completed, day(audit.completedAt)],
    [labels.retestOf, audit.retestOf === null ? [] : [fillIn(words.audit, { number: audit.retestOf })]],
    [labels.scope, audit.scopeText ? [written(audit.scopeText)] : []],
    [labels.description, audit.description ? [written(audit.description)] : []],
    [
      labels.baseline,
      audit.baseline.map(({ browser, assistiveTechnology }) =>
        written([browser, assistiveTechnology].filter(Boolean).join(' + ')),
      ),
    ],
  ];
  return factList(facts);
}

/** A table whose first column heads its rows. Its cells know their columns, which narrow windows show beside them. */
async function table<T>(
  { language }: Write,
  name: string,
  head: readonly string[],
  records: readonly T[],
  rowOf: (record: T) => readonly (Html | string | number)[],
): Promise<Html> {
  const rows = await mapInSlices(records, (record) => {
    const [first, ...others] = rowOf(record);
    return html`<tr>
      <th scope="row">${first}</th>
      ${others.map((value, index) => html`<td data-label="${head[index + 1]}">${value}</td>`)}
    </tr>`;
  });
  return html`<table class="requirements even">
    <caption>
      <span class="unseen">${sentence(TRANSLATIONS[language].tableCaption, { name })}</span>
    </caption>
    <thead>
      <tr>
        ${head.map((column) => html`<th scope="col">${column}</th>`)}
      </tr>
    </thead>
    <tbody>
      ${rows}
    </tbody>
  </table>`;
}

async function sampleTable(write: Write): Promise<Html> {
  const { words, file } = write;
  const { labels } = words;
  if (file.sample.length === 0) return html`<p>${words.noSample}</p>`;
  const chosen = ({ kind, process }: AuditEntry) =>
    process === null
      ? words.kinds[kind]
      : html`${sentence(words.ofProcess, { kind: words.kinds[kind], process: written(process) })}`;
  return table(write, words.headings.sample, [labels.page, labels.where, labels.chosen], file.sample, (entry) => [
    written(entry.name),
    whereOf(entry),
    chosen(entry),
  ]);
}

const counted = (counts: OutcomeCounts): number[] => OUTCOMES.map((outcome) => counts[outcome]);

function levelTable(write: Write, { levels }: AuditProgress): Promise<Html> {
  const { words, language } = write;
  const { levelOf, noLevel } = TRANSLATIONS[language];
  const head = [TRANSLATIONS[language].labels.level, ...OUTCOMES.map((outcome) => words.outcomes[outcome])];
  return table(write, words.headings.byLevel, head, levels, ({ level, verdicts }) => [
    level === null ? noLevel : fillIn(levelOf, { level }),
    ...counted(verdicts),
  ]);
}

async function pageTable(write: Write, { entries }: AuditProgress): Promise<Html> {
  const { words } = write;
  if (entries.length === 0) return html`<p>${words.noSample}</p>`;
  const head = [words.labels.page, ...OUTCOMES.map((outcome) => words.outcomes[outcome])];
  return table(write, words.headings.byPage, head, entries, ({ name, outcomes }) => [
    written(name),
    ...counted(outcomes),
  ]);
}

function requirementTable(write: Write, progress: AuditProgress, problems: readonly Problem[]): Promise<Html> {
  const { words, language } = write;
  const failing = grouped(
    problems.filter(({ outcome }) => outcome === 'failed'),
    ({ requirementId }) => requirementId,
  );
  const head = [TRANSLATIONS[language].requirement, words.labels.outcome, words.labels.failsOn];
  return table(write, words.headings.byRequirement, head, progress.requirements, (one) => {
    const pages = (failing.get(one.requirementId) ?? []).map((problem) => pageName(write, problem));
    return [
      nameOf(write, one),
      html`<span class="verdict">${words.outcomes[one.verdict]}</span>`,
      html`${pages.map((page) => html`<p>${page}</p>`)}`,
    ];
  });
}
