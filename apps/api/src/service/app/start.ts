import { existsSync } from 'node:fs';
import nodeModule from 'node:module';
import { join } from 'node:path';
import { setFlagsFromString } from 'node:v8';

if (process.argv.includes('--version')) {
  // Loaded here alone: a start is to load nothing before its heap is set up.
  const { packageVersion } = await import('#libs/config');
  console.log(packageVersion());
  process.exit();
}
if (existsSync('.env')) process.loadEnvFile('.env');

// From Node 22 on, what is compiled now need not be compiled at the next start. The folder is the service's own: who
// writes to it runs code here.
const { enableCompileCache } = nodeModule as { enableCompileCache?: (folder: string) => unknown };
enableCompileCache?.(join(process.env['DATA_DIR'] || './.data', 'compile-cache'));

// Nearly all that a start makes stays: a young generation that grows meanwhile saves nothing and keeps its 30 MB.
// Requests may let it grow.
setFlagsFromString('--semi-space-growth-factor=1');
// Where memory is plenty the heap grows to four times what is in use before its garbage is collected, which a large
// report or export makes a gigabyte.
setFlagsFromString('--heap-growing-percent=100');
await import('./main.js');
setFlagsFromString('--semi-space-growth-factor=2');
