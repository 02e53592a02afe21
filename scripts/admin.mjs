// The commands of an operator. Run: npm run admin -- <command> It builds only where nothing is built: the service
// beside it runs from what is there, which may be older than the sources.
import { execSync } from 'node:child_process';
import { existsSync } from 'node:fs';

const built = new URL('../dist/service/admin.js', import.meta.url);
// The standard output is that of the command.
if (!existsSync(built)) execSync('npm run --silent build', { stdio: ['ignore', process.stderr, process.stderr] });
await import(built.href);
