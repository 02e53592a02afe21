import type { ConformanceDocument, PublicState } from '../conformance-document.js';
import { conformanceOf, conformanceRate } from '../conformance-rate.js';
import { dayIn, say, WORDS, type Words } from '../words/words.js';

/** What must be said before anything else: that it is a draft, or no longer holds. Empty: nothing. */
export function noticesOf(document: ConformanceDocument, state: PublicState | null): string[] {
  const { notices } = WORDS[document.language];
  if (state === null) return [notices.draft];
  const said = state.state === 'published' ? [] : [notices[state.state]];
  return [
    ...said.map((notice) => say(notice, { date: dayIn(document.language, state.since) })),
    ...(state.archivedProduct ? [notices.archived] : []),
  ];
}

/** What was reported of requirements since they were judged, in words, by the number of the requirement. */
export function reportedSince({ language }: ConformanceDocument, state: PublicState | null): Map<string, string[]> {
  const words = WORDS[language];
  const reported = new Map<string, string[]>();
  for (const { requirement, openedAt, endedAt, wasClosed } of state?.reportedSince ?? []) {
    const date = dayIn(language, openedAt);
    const sentence =
      endedAt === null
        ? say(words.reportedSince, { date })
        : say(wasClosed ? words.reportedAndClosed : words.reportedAndRemoved, { date, end: dayIn(language, endedAt) });
    reported.set(requirement, [...(reported.get(requirement) ?? []), sentence]);
  }
  return reported;
}

/** The standard with its level, as it is called: `WCAG 2.2 AA`; one of the organization's own may be called so too, and is told apart. */
export function standardAndLevel({ language, standard, conformanceLevel }: ConformanceDocument): string {
  const name = conformanceLevel === null ? standard.name : `${standard.name} ${conformanceLevel}`;
  return standard.catalogue === null ? say(WORDS[language].ownStandard, { standard: name }) : name;
}

/** The share of applicable requirements that are met, in percent with two places, cut off and never rounded up. */
export function percentMet(language: ConformanceDocument['language'], conforming: number, applicable: number): string {
  const hundredths = applicable === 0 ? 0 : Math.floor((conforming * 10_000) / applicable);
  return (hundredths / 100).toLocaleString(language, { maximumFractionDigits: 2 });
}

/** How many requirements are met, in words, and what that means. */
export function resultOf(document: ConformanceDocument): { conformance: string; rate: string } {
  const words: Words = WORDS[document.language];
  const rate = conformanceRate(document.requirements);
  const percent = percentMet(document.language, rate.conforming, rate.applicable);
  return { conformance: words.conformance[conformanceOf(rate)], rate: say(words.rate, { ...rate, percent }) };
}
