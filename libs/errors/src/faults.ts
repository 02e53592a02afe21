/** One thing wrong with a request: where (a JSON pointer), a stable code, and a sentence for people. */
export interface Fault {
  path: string;
  code: string;
  message: string;
}

/** How many faults an answer names; of the others it says how many they are. */
export const NAMED_FAULTS = 100;

/** One segment of a JSON pointer (RFC 6901). */
export const pointerSegment = (key: string | number): string => String(key).replace(/~/g, '~0').replace(/\//g, '~1');

/** Collects faults: the first ones in full, of the others only their number. */
export class FaultList {
  readonly first: Fault[] = [];
  count = 0;

  /** Whether another one would be counted only. */
  get isFull(): boolean {
    return this.first.length >= NAMED_FAULTS;
  }

  /** Adds a fault; the function is called only if the fault will be reported. */
  add(fault: () => Fault): void {
    this.count += 1;
    if (!this.isFull) this.first.push(fault());
  }

  /** Counts faults that will not be reported. */
  addUnnamed(more: number): void {
    this.count += more;
  }
}
