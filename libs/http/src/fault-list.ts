import type { Fault } from '#libs/errors';
import { NAMED_FAULTS } from './problem.js';

/** Faults as they are found: the first in full, of the others only how many they are. */
export class FaultList {
  readonly first: Fault[] = [];
  count = 0;

  /** Whether another one would be counted only. */
  get isFull(): boolean {
    return this.first.length >= NAMED_FAULTS;
  }

  /** Notes a fault, which is made only where it is named. */
  add(fault: () => Fault): void {
    this.count += 1;
    if (!this.isFull) this.first.push(fault());
  }

  /** Notes faults that nobody will name. */
  countMore(more: number): void {
    this.count += more;
  }
}
