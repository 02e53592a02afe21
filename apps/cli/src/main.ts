#!/usr/bin/env node
import { terminalOf } from './terminal.js';
import { VERSION } from './version.js';

// Who reads with `| head` has enough; the exit code still counts.
for (const stream of [process.stdout, process.stderr]) {
  stream.on('error', (error: NodeJS.ErrnoException) => {
    if (error.code !== 'EPIPE') throw error;
  });
}

// Everything else is loaded only when there is something to do.
const [first] = process.argv.slice(2);
if (first === '--version' || first === '-v' || first === 'version') terminalOf().out(`${VERSION}\n`);
else process.exitCode = await (await import('./run.js')).run(process.argv.slice(2));
