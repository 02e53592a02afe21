import { mapInSlices } from '#libs/queues';
import { html, type Html } from '../../../accounts/mail-pages/html.js';
import type {
  ConformanceDocument,
  DocumentRequirement,
  DocumentVerdict,
  PublicState,
} from '../conformance-document.js';
import { REASONS, type Reason } from '../statement-terms.js';
import { standardName } from '../translations/standard-names.js';
import { dayIn, fillIn, TRANSLATIONS } from '../translations/translations.js';
import { BREAK, linked, ofStandard, written } from '../exports/html-skeleton.js';
import { withNumber } from '../exports/report-outline.js';
import { noticesOf, type ReportedNote, reportedSince, reservations } from '../exports/report-state.js';

/** For whom a statement is made: counsel is told to read it first, the public is not. */
export type StatementReader = 'counsel' | 'public';

/** A document that has what a statement needs beside the verdicts. */
export type DocumentWith<Field extends keyof ConformanceDocument> = ConformanceDocument & {
  [Name in Field]-?: NonNullable<ConformanceDocument[Name]>;
};

/** What a statement says before anything else. */
export function statementNotices(document: ConformanceDocument, state: PublicState, reader: StatementReader): string[] {
  const { notices } = TRANSLATIONS[document.language];
  const reviewed = state.reviewedAt ?? document.publishedAt!;
  return [
    ...noticesOf(document, state, 'statement'),
    ...(state.reviewDue ? [fillIn(notices.unreviewed, { date: dayIn(document, reviewed) })] : []),
    ...(reader === 'counsel' ? [notices.counsel] : []),
  ];
}

/** Requirements of the level that are not met, with the verdicts that say so, by the reason. */
export function faultsByReason(document: ConformanceDocument): Map<Reason, Fault[]> {
  const faults = document.requirements
    .filter(({ inScope }) => inScope)
    .flatMap((requirement) => requirement.verdicts.map((verdict) => ({ requirement, verdict })))
    .filter(({ verdict }) => ['partially_supports', 'does_not_support'].includes(verdict.verdict));
  return new Map(
    REASONS.map((reason) => [reason, faults.filter(({ verdict }) => verdict.reason === reason)] as const).filter(
      ([, own]) => own.length > 0,
    ),
  );
}

interface Fault {
  requirement: DocumentRequirement;
  verdict: DocumentVerdict;
}

/** What is not accessible, under a heading for each reason. */
async function faultsHtml(
  document: ConformanceDocument,
  headings: Readonly<Record<Reason, Html | string>>,
  nonConforming?: string,
): Promise<Html[]> {
  const written: Html[] = [];
  for (const [reason, faults] of faultsByReason(document))
    written.push(
      html`<h3>${headings[reason]}</h3>
        <ul>
          ${await mapInSlices(faults, (fault) => faultHtml(document, fault, nonConforming))}
        </ul>`,
    );
  return written;
}

function faultHtml(document: ConformanceDocument, { requirement, verdict }: Fault, nonConforming?: string): Html {
  const t = TRANSLATIONS[document.language];
  const named = standardName(document, requirement);
  const { component, alternative, burdenAssessment } = verdict;
  const described = verdict.plainDescription ?? verdict.remarks;
  return html`<li>
    <strong>${ofStandard(withNumber(named), named.language)}</strong>
    (${t.components[component]})${t.colon}${nonConforming ?? t.verdicts[verdict.verdict]}.
    ${described !== null && html`${BREAK}${written(described)}`}
    ${burdenAssessment !== undefined && html`${BREAK}${t.burdenAssessment}${t.colon}${written(burdenAssessment)}`}
    ${alternative !== null && html`${BREAK}${t.alternative}${t.colon}${written(alternative)}`}
  </li>`;
}

/**
 * The words that come before what is not accessible. `nonConforming`: what each requirement is called that is not met,
 * in place of its verdict.
 */
type ContentWords = Readonly<Record<'contentLead' | 'contentNone' | 'contentReported', string>> & {
  nonConforming?: string;
};

/** What is known that is not accessible: in the order of reasons, and what was reported since. */
export async function contentHtml(
  document: ConformanceDocument,
  state: PublicState,
  words: ContentWords,
  headings: Readonly<Record<Reason, Html | string>>,
): Promise<Html> {
  const faults = await faultsHtml(document, headings, words.nonConforming);
  const reported = reportedSince(document, state);
  const reserved = reservations(document);
  const isOpen = state.unlinked > 0 || state.reportedSince.some(({ endedAt }) => endedAt === null);
  return html`${faults.length > 0 && html`<p>${words.contentLead}</p>`}
  ${faults.length === 0 && !isOpen && reserved.length === 0 && html`<p>${words.contentNone}</p>`} ${faults}
  ${reserved.map(({ sentence, reason }) => html`<p>${sentence} ${reason !== null && written(reason)}</p>`)}
  ${
    reported.size > 0 &&
    html`<p>${words.contentReported}</p>
      <ul>
        ${document.requirements
          .filter(({ number }) => reported.has(number))
          .map((requirement) => reportedHtml(document, requirement, reported.get(requirement.number)!))}
      </ul>`
  }`;
}

function reportedHtml(
  document: ConformanceDocument,
  requirement: DocumentRequirement,
  notes: readonly ReportedNote[],
): Html {
  const named = standardName(document, requirement);
  return html`<li>
    <strong>${ofStandard(withNumber(named), named.language)}</strong>
    ${notes.map(({ sentence, reason }) => html`${BREAK}${sentence} ${reason !== null && written(reason)}`)}
  </li>`;
}

/** Whom to write to. */
export function contactHtml({ contact, feedbackUrl, language }: DocumentWith<'contact'>): Html {
  const { colon, statement } = TRANSLATIONS[language];
  const { email, phone, page, feedbackForm } = statement;
  return html`<ul>
    <li>${email}${colon}${linked({ name: contact.email, url: `mailto:${contact.email}` })}</li>
    ${contact.phone !== undefined && html`<li>${phone}${colon}${written(contact.phone)}</li>`}
    ${contact.url !== undefined && html`<li>${page}${colon}${linked({ name: contact.url, url: contact.url })}</li>`}
    ${feedbackUrl !== null && html`<li>${feedbackForm}${colon}${linked({ name: feedbackUrl, url: feedbackUrl })}</li>`}
  </ul>`;
}

/** What a sentence calls the product and the organization, and what the statement is about. */
export const subjectsOf = (document: ConformanceDocument): Record<'organization' | 'product' | 'scope', Html> => ({
  organization: html`<bdi>${document.organization.name}</bdi>`,
  product: html`<bdi>${document.product.name}</bdi>`,
  scope: document.scope === null ? html`<bdi>${document.product.name}</bdi>` : written(document.scope),
});
