// Loaded into a service under test by `--import`: writes each hold of the event loop of 10 ms or more into the file that LOOP_HOLDS names, as
// `<when, in ms> <how long, in ms>`. What holds the loop computes meanwhile; else it was the machine that gave the process no processor.
import { appendFileSync } from 'node:fs';
import { isMainThread } from 'node:worker_threads';

const EVERY_MS = 5;
const file = process.env.LOOP_HOLDS;

if (file && isMainThread) {
  let before = performance.now();
  let computed = process.cpuUsage();
  setInterval(() => {
    const now = performance.now();
    const used = process.cpuUsage(computed);
    const held = Math.min(now - before - EVERY_MS, (used.user + used.system) / 1_000);
    if (held >= 10) appendFileSync(file, `${Date.now()} ${held.toFixed(1)}\n`);
    before = performance.now();
    computed = process.cpuUsage();
  }, EVERY_MS).unref();
}
