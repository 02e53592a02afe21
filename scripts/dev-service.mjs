// One start of the service for development: loads the packages it needs, and starts when scripts/dev.mjs says so.
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import inspector from 'node:inspector';

const [debuggerPort] = process.argv.slice(2);
process.once('disconnect', () => process.exit());

const { dependencies } = JSON.parse(readFileSync(new URL('../package.json', import.meta.url), 'utf8'));
const started = once(process, 'message');
await import('reflect-metadata');
// One by one: a CommonJS package must not meet a half-loaded module that another import is at work on.
for (const name of Object.keys(dependencies)) await import(name).catch(() => {});
await started;
if (debuggerPort) inspector.open(Number(debuggerPort));
await import(new URL('../dist/apps/api/src/service/app/start.js', import.meta.url).href);
