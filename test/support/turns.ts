// It goes on where the last ended: what began then has not always ended.
let now = 0;

/**
 * How often others have their turn of the event loop while this is done, where each look at the clock finds ten
 * milliseconds gone: how fast the machine is changes nothing.
 */
export async function turnsOf(work: () => Promise<unknown>): Promise<number> {
  let [turns, isDone] = [0, false];
  now = Math.max(now, performance.now());
  const clock = performance.now.bind(performance);
  performance.now = () => (now += 10);
  const other = (): void => {
    turns += 1;
    if (!isDone) setImmediate(other);
  };
  setImmediate(other);
  try {
    await work();
  } finally {
    isDone = true;
    performance.now = clock;
  }
  return turns;
}
