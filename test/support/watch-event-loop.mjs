// Loaded into a service under test by `--import`: SIGUSR2 writes how long the event loop was held at most since the last one, and the memory.
import { monitorEventLoopDelay } from 'node:perf_hooks';

const RESOLUTION_MS = 1;
const delays = monitorEventLoopDelay({ resolution: RESOLUTION_MS });
delays.enable();
let mostMemory = 0;
setInterval(() => (mostMemory = Math.max(mostMemory, process.memoryUsage.rss())), 50).unref();

process.on('SIGUSR2', () => {
  const heldMs = Math.round(delays.max / 1e6 - RESOLUTION_MS);
  const megabytes = Math.round(mostMemory / 1_048_576);
  process.stdout.write(`${JSON.stringify({ watched: true, heldMs, megabytes })}\n`);
  delays.reset();
  mostMemory = 0;
});
