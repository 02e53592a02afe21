// Runs the service for development: a saved change is built, and the service restarted with it. Run: npm run start:dev
// `--inspect` opens the debugger's port 9229. Types are not checked here: the editor and `npm run check` do that.
import { fork } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import ts from 'typescript';
import { createServer } from 'vite';

const CONFIGURATION = fileURLToPath(new URL('../tsconfig.build.json', import.meta.url));
const SERVICE = fileURLToPath(new URL('./dev-service.mjs', import.meta.url));
/** Editors save a file in several steps; the compiler by itself waits for a quarter of a second. */
const SETTLED_MS = 30;
/** The next process is made ready when the last one has surely started: they would compete for the processor. */
const STARTED_MS = 2_000;

// The service hands what belongs to the console to this server, so that there is one address.
const vite = await createServer({
  configFile: fileURLToPath(new URL('../apps/web/vite.config.mjs', import.meta.url)),
  base: '/',
  server: { host: 'localhost', port: 0, strictPort: false },
  clearScreen: false,
});
await vite.listen();
process.env['CONSOLE'] ??= vite.resolvedUrls?.local[0] ?? 'off';

const debuggerPort = process.argv.includes('--inspect') ? ['9229'] : [];
// Loading the packages takes most of a start, so one process is always kept ready with them.
const makeReady = () => fork(SERVICE, debuggerPort, { execArgv: ['--enable-source-maps'] });
/** @type {import('node:child_process').ChildProcess | undefined} */
let ready = makeReady();
/** @type {import('node:child_process').ChildProcess | undefined} */
let running;
/** @type {NodeJS.Timeout | undefined} */
let later;
let restarts = Promise.resolve();

/** Ends the process at once: the embedded database stays, and the next process takes it over. */
async function restart() {
  if (running?.exitCode === null && running.signalCode === null) {
    running.kill('SIGKILL');
    await once(running, 'exit');
  }
  running = ready ?? makeReady();
  running.send('start');
  ready = undefined;
  clearTimeout(later);
  later = setTimeout(() => (ready = makeReady()), STARTED_MS);
}

/** @param {NodeJS.Signals} signal */
async function stop(signal) {
  await vite.close();
  ready?.kill('SIGKILL');
  if (running?.exitCode === null && running.signalCode === null) {
    running.kill(signal);
    await once(running, 'exit');
  }
  process.exit(0);
}
process.once('SIGTERM', stop);
// A terminal sends Ctrl-C to the service too, which must get it once only: a second one ends it at once.
process.once('SIGINT', () => stop('SIGCONT'));

const host = ts.createWatchCompilerHost(
  CONFIGURATION,
  { noCheck: true },
  { ...ts.sys, setTimeout: (callback, ms, ...rest) => setTimeout(callback, Math.min(ms, SETTLED_MS), ...rest) },
  ts.createEmitAndSemanticDiagnosticsBuilderProgram,
  (fault) => process.stderr.write(ts.formatDiagnostic(fault, formatting)),
  () => {},
);
/** @type {ts.FormatDiagnosticsHost} */
const formatting = {
  getCanonicalFileName: (name) => name,
  getCurrentDirectory: ts.sys.getCurrentDirectory,
  getNewLine: () => '\n',
};
const emit = host.afterProgramCreate;
host.afterProgramCreate = (program) => {
  emit?.(program);
  if (program.getSyntacticDiagnostics().length > 0) return;
  restarts = restarts.then(restart);
};
ts.createWatchProgram(host);
