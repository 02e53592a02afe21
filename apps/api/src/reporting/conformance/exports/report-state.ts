import { type ConformanceDocument, contradictedRequirements, type PublicState } from '../conformance-document.js';
import { eachStandard } from '../each-standard.js';
import { dayIn, type DayWords, fillIn, TRANSLATIONS } from '../translations/translations.js';

/** Whether it holds at all: that it is a draft, or no longer holds. Empty: nothing. */
export function stateNotices(document: ConformanceDocument, state: PublicState | null): string[] {
  const { notices } = TRANSLATIONS[document.language];
  if (state === null) return [notices.draft];
  const ended = state.state === 'published' ? [] : [notices[state.state]];
  return [
    ...ended.map((notice) => fillIn(notice, { date: dayIn(document, state.since) })),
    ...(state.archivedProduct ? [notices.archived] : []),
  ];
}

/**
 * What must be said before anything else: whether it holds at all, and what has become known that it does not cover.
 * @param documentKind what it is called
 */
export function noticesOf(
  document: ConformanceDocument,
  state: PublicState | null,
  documentKind: 'report' | 'statement' = 'report',
): string[] {
  return [
    ...stateNotices(document, state),
    ...barrierNotices(document, state, documentKind),
    ...unlinkedNotices(document, state),
  ];
}

function barrierNotices(
  document: ConformanceDocument,
  state: PublicState | null,
  documentKind: 'report' | 'statement',
): string[] {
  if (state === null || state.barriers === 0) return [];
  const { barrier, barriers, thisReport, thisStatement } = TRANSLATIONS[document.language].notices;
  const requirements = contradictedRequirements(state).join(', ');
  return [
    fillIn(state.barriers === 1 ? barrier : barriers, {
      date: dayIn(document, document.publishedAt!),
      count: state.barriers,
      what: documentKind === 'report' ? thisReport : thisStatement,
      requirements,
    }),
  ];
}

function unlinkedNotices({ language }: ConformanceDocument, state: PublicState | null): string[] {
  if (state === null || state.unlinked === 0) return [];
  const { unlinked, severalUnlinked } = TRANSLATIONS[language].notices;
  return [fillIn(state.unlinked === 1 ? unlinked : severalUnlinked, { count: state.unlinked })];
}

/** What was reported of a requirement since it was judged. */
export interface ReportedNote {
  /** In our words. */
  sentence: string;
  /** Why the organization says that it contradicts nothing. */
  reason: string | null;
}

/** What was reported of requirements since they were judged, by the number of the requirement. */
export function reportedSince(words: DayWords, state: PublicState | null): Map<string, ReportedNote[]> {
  const t = TRANSLATIONS[words.language];
  const reported = new Map<string, ReportedNote[]>();
  for (const { requirement, openedAt, endedAt, wasClosed, reason } of state?.reportedSince ?? []) {
    const values = { date: dayIn(words, openedAt) };
    const sentence =
      reason !== null
        ? fillIn(t.reportedAndReasoned, { ...values, since: dayIn(words, reason.since) })
        : endedAt === null
          ? fillIn(t.reportedSince, values)
          : fillIn(wasClosed ? t.reportedAndClosed : t.reportedAndRemoved, {
              ...values,
              end: dayIn(words, endedAt),
            });
    const notes = reported.get(requirement) ?? [];
    notes.push({ sentence, reason: reason?.text ?? null });
    reported.set(requirement, notes);
  }
  return reported;
}

/**
 * What readers must know of what a report rests on, in our words and with what the organization says of it: findings
 * that were not triaged, verdicts other than the outcomes of the audit, and what the audit left untested.
 */
export function reservations(document: ConformanceDocument): { sentence: string; reason: string | null }[] {
  const { language, untriagedReason, againstOutcomes } = document;
  const t = TRANSLATIONS[language];
  const audits = new Map(
    eachStandard(document).flatMap(({ audit }) => (audit === null ? [] : [[audit.number, audit] as const])),
  );
  return [
    ...(untriagedReason === undefined ? [] : [{ sentence: t.untriaged, reason: untriagedReason }]),
    ...(againstOutcomes === undefined ? [] : [differing(document, againstOutcomes)]),
    ...[...audits.values()].flatMap(({ number, untested }) =>
      untested === undefined
        ? []
        : [{ sentence: fillIn(t.untestedInAudit, { number, count: untested }), reason: null }],
    ),
  ];
}

/** Which verdicts differ from the outcomes of the audit, and why. */
export const differing = (
  { language }: Pick<ConformanceDocument, 'language'>,
  { requirements, reason }: NonNullable<ConformanceDocument['againstOutcomes']>,
): { sentence: string; reason: string } => ({
  sentence: fillIn(TRANSLATIONS[language].againstOutcomes, { requirements: requirements.join(', ') }),
  reason,
});

/** They for forms that have no place of their own for them. */
export const reservationTexts = (document: ConformanceDocument): string[] =>
  reservations(document).map(({ sentence, reason }) => (reason === null ? sentence : `${sentence} ${reason}`));
