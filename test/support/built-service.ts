import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { eventually } from './eventually.js';
import { freePort } from './free-port.mjs';

const MAIN = 'dist/service/main.js';
const started = new Set<ChildProcess>();

/** A program of ours under way, and what it has said so far. */
export interface RunningProgram {
  child: ChildProcess;
  output: () => string;
}

/** The built service, answering at `base`. */
export interface BuiltService extends RunningProgram {
  base: string;
}

/** With the pooler of `npm run proof:cluster` in front of the database, where the tests are told to use it. */
function behindPooler(environment: Record<string, string>): Record<string, string> {
  const { BEHIND_POOLER: pooler } = process.env;
  const direct = environment['DATABASE_URL'];
  if (!pooler || !direct || environment['DATABASE_POOLED']) return environment;
  const url = new URL(direct);
  url.host = pooler;
  return {
    ...environment,
    DATABASE_URL: url.href,
    DATABASE_DIRECT_URL: direct,
    DATABASE_POOLED: 'true',
    DATABASE_POOLED_STATEMENTS: 'true',
  };
}

/** Runs a built file with this environment and nothing of ours but PATH, HOME and `DATABASE_URL`. */
export function runBuilt(file: string, environment: Record<string, string> = {}, args: string[] = []): RunningProgram {
  const { PATH = '', HOME = '', DATABASE_URL } = process.env;
  const child = spawn(process.execPath, [file, ...args], {
    env: { PATH, HOME, ...(DATABASE_URL ? { DATABASE_URL } : {}), ...behindPooler(environment) },
  });
  started.add(child);
  let output = '';
  child.stdout!.on('data', (chunk: Buffer) => (output += chunk.toString()));
  child.stderr!.on('data', (chunk: Buffer) => (output += chunk.toString()));
  return { child, output: () => output };
}

/** Starts the built service on a free port and waits until it is ready; `PORT` in the environment keeps its own. */
export async function startBuilt(environment: Record<string, string>, args: string[] = []): Promise<BuiltService> {
  for (;;) {
    const port = environment['PORT'] ?? String(await freePort());
    const base = `http://127.0.0.1:${port}`;
    const service = runBuilt(MAIN, { PORT: port, ...environment }, args);
    const isReady = await getsReady(base, service);
    if (isReady) return { base, ...service };
    // Another program may take the port before the service does.
    const isTaken = environment['PORT'] === undefined && /EADDRINUSE|another program listens/.test(service.output());
    if (!isTaken) throw new Error(`the service ended: ${service.output()}`);
  }
}

/** False where it ended before. */
async function getsReady(base: string, { child }: RunningProgram): Promise<boolean> {
  const isReady = async (): Promise<boolean | undefined> => {
    if (child.exitCode !== null) return false;
    return (await fetch(`${base}/health/ready`).catch(() => undefined))?.ok || undefined;
  };
  return (await eventually(isReady, (is) => is !== undefined))!;
}

/** Ends it with SIGTERM, or the signal given; the exit code, null after a kill. */
export async function stopBuilt(
  { child }: Pick<RunningProgram, 'child'>,
  signal: NodeJS.Signals = 'SIGTERM',
): Promise<number | null> {
  if (child.exitCode !== null || child.signalCode !== null) return child.exitCode;
  const ended = once(child, 'exit');
  child.kill(signal);
  await ended;
  return child.exitCode;
}

/** Stops whatever a test file started and left running. */
export async function stopAllBuilt(): Promise<void> {
  for (const child of started) await stopBuilt({ child });
}

/** What it logged of failures it did not expect, for a test that fails. */
export const errorsOf = ({ output }: RunningProgram): string[] =>
  output()
    .split('\n')
    .filter((line) => line !== '' && (!line.startsWith('{') || line.includes('unexpected failure')));
