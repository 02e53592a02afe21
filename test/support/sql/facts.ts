/** What is known to be equal in a part of a statement: columns of its references and parameters, each as a text. */
export class Facts {
  private readonly classes: Map<string, ReadonlySet<string>>;

  /** @param outer what holds outside of the part holds within it too */
  constructor(outer?: Facts) {
    this.classes = new Map(outer?.classes);
  }

  equate(one: string, other: string): void {
    const both = new Set([...this.equalTo(one), ...this.equalTo(other)]);
    for (const term of both) this.classes.set(term, both);
  }

  /** The parameters, such as `$1`, that a term equals. */
  parametersOf(term: string): string[] {
    return [...this.equalTo(term)].filter((equal) => equal.startsWith('$'));
  }

  private equalTo(term: string): ReadonlySet<string> {
    return this.classes.get(term) ?? new Set([term]);
  }
}
