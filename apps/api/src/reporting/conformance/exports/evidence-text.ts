import type { DocumentVerdict } from '../conformance-document.js';
import { dayIn, type DayWords, fillIn, type Translation } from '../translations/translations.js';

/** Records that a verdict rests on, in words: `audit 3 (12 May 2026), issue 7`. */
export const evidenceText = (
  { evidenceKinds }: Translation,
  words: DayWords,
  evidence: DocumentVerdict['evidence'],
): string =>
  evidence
    .map(({ kind, number, date }) => {
      const record = fillIn(evidenceKinds[kind], { number });
      return date === null ? record : `${record} (${dayIn(words, date)})`;
    })
    .join(', ');
