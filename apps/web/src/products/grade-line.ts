/** A grade at a time; without a letter the product is not evaluated, and the line ends. */
interface Point<Letter> {
  at: Date;
  letter: Letter | null;
}

/**
 * The points of a line of steps through the grades, the oldest first, up to a time. A grade holds until the next
 * change; while the product is not evaluated there is no line.
 */
export function gradeLine<Letter>(changes: readonly Point<Letter>[], end: Date): Point<Letter>[] {
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
