import type { ConformanceDocument, PublicState } from '../conformance-document.js';
import { dayIn, fillIn, TRANSLATIONS } from '../translations/translations.js';

/** What must be said before anything else: that it is a draft, or no longer holds. Empty: nothing. */
export function noticesOf(document: ConformanceDocument, state: PublicState | null): string[] {
  const { notices } = TRANSLATIONS[document.language];
  if (state === null) return [notices.draft];
  const stateNotices = state.state === 'published' ? [] : [notices[state.state]];
  return [
    ...stateNotices.map((notice) => fillIn(notice, { date: dayIn(document.language, state.since) })),
    ...(state.archivedProduct ? [notices.archived] : []),
  ];
}

/** What was reported of requirements since they were judged, in words, by the number of the requirement. */
export function reportedSince({ language }: ConformanceDocument, state: PublicState | null): Map<string, string[]> {
  const t = TRANSLATIONS[language];
  const reported = new Map<string, string[]>();
  for (const { requirement, openedAt, endedAt, wasClosed } of state?.reportedSince ?? []) {
    const date = dayIn(language, openedAt);
    const sentence =
      endedAt === null
        ? fillIn(t.reportedSince, { date })
        : fillIn(wasClosed ? t.reportedAndClosed : t.reportedAndRemoved, {
            date,
            end: dayIn(language, endedAt),
          });
    reported.set(requirement, [...(reported.get(requirement) ?? []), sentence]);
  }
  return reported;
}
