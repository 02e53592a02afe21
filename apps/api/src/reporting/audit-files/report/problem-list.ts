import { mapInSlices } from '#libs/queues';
import { sentence, written } from '../../conformance/exports/html-skeleton.js';
import { fillIn, TRANSLATIONS } from '../../conformance/translations/translations.js';
import { grouped } from '../../../platform/lists/grouped.js';
import { html, type Html } from '../../../accounts/mail-pages/html.js';
import type { EvidenceOfAudit, IssueOfAudit } from '../audit-files.sql.js';
import { factList, nameOf, pageName, type Problem, whereOf, type Write } from './report-blocks.js';
import { PICTURE_ROOM, pictureMark } from './report-pictures.js';

/** Every issue with where it is and its pictures, then by requirement what fails or cannot be told without one. */
export async function problemList(write: Write, problems: readonly Problem[]): Promise<Html> {
  const { file, words } = write;
  const listedNumbers = new Set(file.issues.map(({ number }) => number));
  const alone = grouped(
    problems.filter(({ issueNumbers }) => !issueNumbers.some((number) => listedNumbers.has(number))),
    ({ requirementId }) => requirementId,
  );
  if (listedNumbers.size === 0 && alone.size === 0) return html`<p>${words.noProblems}</p>`;
  const seen = new Set<string>();
  const ofIssue = grouped(
    problems.flatMap((problem) => problem.issueNumbers.map((number) => ({ number, problem }))),
    ({ number }) => number,
  );
  const issues = await mapInSlices(file.issues, (issue) =>
    issueHtml(
      write,
      issue,
      (ofIssue.get(issue.number) ?? []).map(({ problem }) => problem),
      seen,
    ),
  );
  const others = await mapInSlices([...alone.values()], (cells) => aloneHtml(write, cells, seen));
  return html`${issues}${others}`;
}

function issueHtml(write: Write, issue: IssueOfAudit, cells: readonly Problem[], seen: Set<string>): Html {
  const { words } = write;
  const { labels, ratings } = words;
  const evidenceIds = [...cells.flatMap((cell) => cell.evidenceIds), ...issue.evidenceIds];
  return html`<h3><span class="number">#${issue.number}</span> ${written(issue.title)}</h3>
    ${factList([
      [labels.state, [words.states[issue.state]]],
      [labels.severity, issue.severity === null ? [] : [ratings[issue.severity]]],
      [labels.priority, issue.priority === null ? [] : [ratings[issue.priority]]],
      [labels.where, cells.map((cell) => html`${cellHtml(write, cell)} ${requirementOf(write, cell)}`)],
    ])}
    ${issue.description !== null && issue.description !== '' && html`<p>${written(issue.description)}</p>`}
    ${evidenceHtml(write, evidenceIds, seen)}`;
}

const requirementOf = (write: Write, { requirement }: Problem): Html =>
  html`${requirement && html`<p class="quiet">${nameOf(write, requirement)}</p>`}`;

function aloneHtml(write: Write, cells: readonly Problem[], seen: Set<string>): Html {
  const { requirement } = cells[0]!;
  return html`<h3>${requirement && nameOf(write, requirement)}</h3>
    ${factList([[write.words.labels.where, cells.map((cell) => cellHtml(write, cell))]])}
    ${evidenceHtml(
      write,
      cells.flatMap(({ evidenceIds }) => evidenceIds),
      seen,
    )}`;
}

function cellHtml(write: Write, cell: Problem): Html {
  const { words } = write;
  const { page, outcome, note, derogation } = cell;
  return html`<p>
      <strong>${pageName(write, cell)}</strong>${page !== null && html` (${whereOf(page)})`}: ${words.outcomes[outcome]}
    </p>
    ${note !== null && note !== '' && html`<p>${written(note)}</p>`}
    ${
      derogation !== null &&
      derogation !== '' &&
      html`<p>${words.labels.derogation}${TRANSLATIONS[write.language].colon}${written(derogation)}</p>`
    }`;
}

/** Pictures where they are told first, and other files by name. */
function evidenceHtml(write: Write, ids: readonly string[], seen: Set<string>): Html {
  return html`${[...new Set(ids)].flatMap((id) => {
    const evidence = write.evidence.get(id);
    return evidence ? [oneOfEvidence(write, evidence, seen)] : [];
  })}`;
}

function oneOfEvidence({ words, pictures }: Write, evidence: EvidenceOfAudit, seen: Set<string>): Html {
  const { id, mediaType } = evidence;
  const picture = pictures.get(id);
  const name = written(titleOf(evidence));
  if (!picture) return html`<p>${sentence(words.file, { name, type: mediaType })}</p>`;
  const numbered = fillIn(words.picture, { number: picture.number });
  if (seen.has(id)) return html`<p><a href="#picture-${picture.number}">${numbered}</a></p>`;
  seen.add(id);
  // Not a `figure`, which printed would be a second one around the picture, without a text alternative.
  return html`<div class="picture" id="picture-${picture.number}">
    ${
      picture.isShown
        ? pictureMark(id)
        : html`<p>${sentence(words.leftOut, { name, room: String(PICTURE_ROOM / 1_048_576) })}</p>`
    }
    <p class="quiet">${numbered}${evidence.title !== null && html`. ${written(evidence.title)}`}</p>
  </div>`;
}

export const titleOf = ({ id, title, alt }: EvidenceOfAudit): string => title ?? alt ?? id;
