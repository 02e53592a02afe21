import type { ConformanceDocument, PublicState } from './conformance-document.js';

/** What a report says of each of its standards, as if it had no other: the first, then those that it covers beside. */
export function eachStandard(document: ConformanceDocument): ConformanceDocument[] {
  const { furtherStandards = [], ...first } = document;
  return [first, ...furtherStandards.map((further) => ({ ...first, ...further }))];
}

/**
 * What is true of the report as far as one of its standards is concerned. @param place of the standard in the report,
 * from 0
 */
export function ofStandardAt<State extends PublicState | null>(state: State, place: number): State {
  if (state === null) return state;
  const reportedSince = state.reportedSince.filter(({ standard = 0 }) => standard === place);
  return { ...state, reportedSince, barriers: state.barriersByStandard[place] ?? 0 };
}
