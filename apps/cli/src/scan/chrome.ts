import { type ChildProcess, spawn } from 'node:child_process';
import { chownSync, existsSync, mkdtempSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import type { Readable, Writable } from 'node:stream';
import { LocalFault } from '../faults.js';
import { withoutSecrets } from '../printable.js';
import { DevTools } from './devtools.js';

const NAMES = [
  'google-chrome',
  'google-chrome-stable',
  'chromium',
  'chromium-browser',
  'microsoft-edge',
  'microsoft-edge-stable',
];
const MAC = ['Google Chrome', 'Chromium', 'Microsoft Edge'].map(
  (name) => `/Applications/${name}.app/Contents/MacOS/${name}`,
);
const WINDOWS = ['Google\\Chrome\\Application\\chrome.exe', 'Microsoft\\Edge\\Application\\msedge.exe'];

/** Where Chrome, Chromium or Edge is. @throws LocalFault where there is none */
export function findChrome(env: NodeJS.ProcessEnv): string {
  const named = env['CHROME_PATH'];
  if (named) {
    if (existsSync(named)) return named;
    throw new LocalFault(`CHROME_PATH is ${named}, which does not exist.`);
  }
  const folders = (env['PATH'] ?? '').split(delimiter);
  const programs = [env['PROGRAMFILES'], env['PROGRAMFILES(X86)'], env['LOCALAPPDATA']].filter(
    (folder) => folder !== undefined,
  );
  const places = [
    ...NAMES.flatMap((name) => folders.map((folder) => join(folder, name))),
    ...MAC,
    ...programs.flatMap((folder) => WINDOWS.map((path) => join(folder, path))),
  ];
  const found = places.find((place) => existsSync(place));
  if (!found) throw new LocalFault('No Chrome, Chromium or Edge was found. Install one, or set CHROME_PATH.');
  return found;
}

const ARGUMENTS = [
  '--headless',
  '--remote-debugging-pipe',
  '--no-first-run',
  '--no-default-browser-check',
  '--disable-extensions',
  '--disable-background-networking',
  '--disable-dev-shm-usage',
  '--mute-audio',
  '--window-size=1280,1024',
  // All frames of a page in one process, so that one session reaches them.
  '--disable-site-isolation-trials',
  '--disable-features=IsolateOrigins,site-per-process',
];

/** A browser under way; whoever starts it closes it. */
export interface Browser {
  devtools: DevTools;
  pid: number;
  close(): Promise<void>;
}

/** A browser did not start; `output` is the end of what it printed. */
export class NotStarted extends LocalFault {
  constructor(
    program: string,
    readonly output: string,
  ) {
    super(`${program} did not start: ${output.trim().split('\n').at(-1) || 'no output'}.`);
  }
}

/** What a browser is started with. */
interface Launch {
  program: string;
  args: readonly string[];
  env: NodeJS.ProcessEnv;
  /** Whose process it is, where that is another than ours. */
  owner?: { uid: number; gid: number };
}

/**
 * Starts a browser with a profile of its own. As root it has no sandbox, which `warn` gets.
 * @throws LocalFault where it does not start
 */
export async function startChrome(env: NodeJS.ProcessEnv, warn: (text: string) => void): Promise<Browser> {
  const program = findChrome(env);
  const isRoot = process.getuid?.() === 0;
  if (isRoot)
    warn('The browser runs without its sandbox (--no-sandbox), because the user is root. Scan trusted pages only.');
  const ownArgs = [
    ...(isRoot ? ['--no-sandbox'] : []),
    ...(env['CHROME_ARGS'] ?? '').split(/\s+/).filter((word) => word !== ''),
  ];
  return launch({ program, args: ownArgs, env: withoutSecrets(env) });
}

/**
 * Starts a browser with a profile of its own, which ends with it.
 * @throws LocalFault where it does not start
 */
export async function launch({ program, args, env, owner }: Launch): Promise<Browser> {
  const profile = mkdtempSync(join(tmpdir(), 'curbcut-chrome-'));
  if (owner) chownSync(profile, owner.uid, owner.gid);
  const child = spawn(program, [...ARGUMENTS, `--user-data-dir=${profile}`, ...args, 'about:blank'], {
    env: owner ? { ...env, HOME: profile, TMPDIR: profile } : env,
    stdio: ['ignore', 'ignore', 'pipe', 'pipe', 'pipe'],
    // A group of its own, so that all of its processes end with it.
    detached: process.platform !== 'win32',
    ...owner,
  });
  let output = '';
  child.stderr!.on('data', (chunk: Buffer) => (output = `${output}${chunk.toString()}`.slice(-2_000)));
  const devtools = new DevTools(child.stdio[3] as Writable, child.stdio[4] as Readable);
  const ended = new Promise<void>((resolve) =>
    child
      .once('close', () => resolve())
      .once('error', (error) => {
        output = error.message;
        resolve();
      }),
  );
  void ended.then(() => devtools.end());
  try {
    await devtools.send('Browser.getVersion');
  } catch {
    await close(child, ended, profile);
    throw new NotStarted(program, output);
  }
  return { devtools, pid: child.pid!, close: () => close(child, ended, profile) };
}

async function close(child: ChildProcess, ended: Promise<void>, profile: string): Promise<void> {
  end(child);
  await ended;
  // What is ending may still write for a moment; a folder that stays is no reason to fail.
  await rm(profile, { recursive: true, force: true, maxRetries: 20, retryDelay: 50 }).catch(() => undefined);
}

function end(child: ChildProcess): void {
  if (child.pid === undefined || process.platform === 'win32') return void child.kill('SIGKILL');
  try {
    process.kill(-child.pid, 'SIGKILL');
  } catch {
    // It has ended by itself.
  }
}
