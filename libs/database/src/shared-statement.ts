/** What a module writes in a statement of another one. */
export interface SharedWrite {
  /** Named parts of a WITH, in which `$1` is the organization and each value stands at its place, such as `$2`. */
  parts: (...places: string[]) => string;
  values: readonly unknown[];
}

/** Writes to add to the WITH of a statement that has so many parameters itself: their text, with the commas before it, and their values. */
export function joined(writes: readonly SharedWrite[], parameters: number): { text: string; values: unknown[] } {
  const values: unknown[] = [];
  const texts = writes.map((write) => {
    const places = write.values.map((value) => `$${parameters + values.push(value)}`);
    return `, ${write.parts(...places)}`;
  });
  return { text: texts.join(''), values };
}
