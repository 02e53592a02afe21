/**
 * What tells a finding apart on a page beside its identity, as a text: the digest of its fingerprint, and its spelling
 * where that is not the identity. Empty: neither.
 */
export type Mark = string;

/** The marks of a finding on its pages: of all of them one, or one for each; null: none has any. */
export type Marks = Mark | readonly Mark[] | null;

/** The mark of a finding where a run reports it. */
export const markOf = (identity: string, { spelling, fingerprint }: { spelling: string; fingerprint: string }): Mark =>
  spelling === identity ? fingerprint : `${fingerprint}:${spelling}`;

/** What a mark of a finding says. */
export function readMark(identity: string, mark: Mark): { spelling: string; fingerprint: string } {
  const colon = mark.indexOf(':');
  return colon < 0
    ? { spelling: identity, fingerprint: mark }
    : { spelling: mark.slice(colon + 1), fingerprint: mark.slice(0, colon) };
}

/** The same marks, told shortly. */
export function marksOf(marks: readonly Mark[]): Marks {
  const [first = ''] = marks;
  if (marks.some((mark) => mark !== first)) return marks;
  return first === '' ? null : first;
}

/** The mark on one of the pages. */
export const markAt = (marks: Marks, index: number): Mark =>
  marks === null ? '' : typeof marks === 'string' ? marks : marks[index]!;
