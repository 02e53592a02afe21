// Loaded into a service under test by `--import`: writes each hold of the event loop of 10 ms or more into the file
// that LOOP_HOLDS names, as `<when, in ms> <how long, in ms>`. What holds the loop computes meanwhile; else it was the
// machine that gave the process no processor.
import { appendFileSync, readFileSync } from 'node:fs';
import { isMainThread } from 'node:worker_threads';

const EVERY_MS = 5;
const file = process.env.LOOP_HOLDS;

let workers = 0;

/**
 * The time on a processor: of all of the process, with what collects garbage; where others of its threads work too, of
 * the first one alone.
 */
function computedMs() {
  const { user, system } = process.cpuUsage();
  const [nanoseconds] = readFileSync(`/proc/self/task/${process.pid}/schedstat`, 'utf8').split(' ');
  return { all: (user + system) / 1_000, first: Number(nanoseconds) / 1_000_000 };
}

if (file && isMainThread) {
  process.on('worker', (worker) => {
    workers += 1;
    // Told in the turn after those that its end may fall into.
    worker.once('exit', () => setTimeout(() => (workers -= 1), 2 * EVERY_MS).unref());
  });
  let before = performance.now();
  let computed = computedMs();
  setInterval(() => {
    const now = performance.now();
    const { all, first } = computedMs();
    const used = workers > 0 ? first - computed.first : all - computed.all;
    const held = Math.min(now - before - EVERY_MS, used);
    if (held >= 10) appendFileSync(file, `${Date.now()} ${held.toFixed(1)}\n`);
    before = performance.now();
    computed = computedMs();
  }, EVERY_MS).unref();
}
