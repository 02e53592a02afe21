// Runs several scripts of package.json in parallel, one per core, and prints the output of each when it has ended. Run:
// node scripts/side-by-side.mjs <script> …
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { availableParallelism } from 'node:os';

const waiting = process.argv.slice(2);
/** @type {string[]} */
const failed = [];

async function runInTurn() {
  for (let name = waiting.shift(); name !== undefined; name = waiting.shift()) {
    const started = performance.now();
    const child = spawn('npm', ['run', '--silent', name], { stdio: ['ignore', 'pipe', 'pipe'] });
    let said = '';
    for (const stream of [child.stdout, child.stderr]) stream.on('data', (part) => (said += part));
    const [code] = await once(child, 'close');
    if (code !== 0) failed.push(name);
    const seconds = ((performance.now() - started) / 1000).toFixed(0);
    process.stdout.write(`${code === 0 ? 'ok' : 'FAILED'} ${name} (${seconds} s)\n${code === 0 ? '' : said}`);
  }
}

await Promise.all(Array.from({ length: Math.max(2, availableParallelism()) }, runInTurn));
if (failed.length > 0) process.exit(1);
