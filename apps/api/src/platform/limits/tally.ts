/** Counts what each holder has at the moment; holders of nothing take no memory. */
export class Tally {
  private readonly held = new Map<string, number>();

  of(who: string): number {
    return this.held.get(who) ?? 0;
  }

  add(who: string): void {
    this.held.set(who, this.of(who) + 1);
  }

  remove(who: string): void {
    const left = this.of(who) - 1;
    if (left > 0) this.held.set(who, left);
    else this.held.delete(who);
  }
}
