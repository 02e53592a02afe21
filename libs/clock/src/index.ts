/** Milliseconds since 1970, as `Date.now` returns them. */
export type TimeSource = () => number;

const MACHINE: TimeSource = () => Date.now();

let source = MACHINE;

/**
 * The time by which the service decides. It is an object of the module and not injected, because most callers are plain
 * functions. Durations are measured with `performance.now()`.
 */
export const clock = {
  /** The present moment. */
  now: (): Date => new Date(source()),
  /** The present moment, in milliseconds since 1970. */
  millis: (): number => source(),
  /** The moment so many milliseconds from now. */
  in: (ms: number): Date => new Date(source() + ms),
  /** The moment so many milliseconds ago. */
  ago: (ms: number): Date => new Date(source() - ms),
};

/** Replaces the clock, for tests. Without a source, the clock is the one of the machine again. */
export function setClock(newSource: TimeSource = MACHINE): void {
  source = newSource;
}
