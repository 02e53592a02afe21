/** A grade from a time on; without a letter the product is not evaluated. */
interface Change<Letter> {
  at: Date;
  letter: Letter | null;
}

/** A point of the line of grades; without a letter the line ends. */
export interface Point<Letter> {
  at: Date;
  letter: Letter | null;
}

/**
 * The points of a line of steps through the grades, the oldest first, up to a time. A grade holds until the next
 * change; while the product is not evaluated there is no line.
 */
export function gradeLine<Letter>(changes: readonly Change<Letter>[], end: Date): Point<Letter>[] {
  return changes.flatMap(({ at, letter }, index) => {
    const next = changes[index + 1];
    const until = next?.at ?? end;
    if (letter === null) return [{ at, letter }];
    // Where another grade follows, its own first point draws the step.
    return next && next.letter !== null
      ? [{ at, letter }]
      : [
          { at, letter },
          { at: until, letter },
        ];
  });
}
