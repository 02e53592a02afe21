/** A difference that the way of an answer makes. */
const TOLERANCE_MS = 5_000;

let ahead = 0;

/** Learns from the time of an answer how wrong the clock of this machine is. */
export function learnTime(date: string | null): void {
  const difference = Date.now() - Date.parse(date ?? '');
  if (!Number.isNaN(difference)) ahead = Math.abs(difference) > TOLERANCE_MS ? difference : 0;
}

/** Now, by the clock of the service: that of this machine may be wrong. */
export const now = (): number => Date.now() - ahead;
