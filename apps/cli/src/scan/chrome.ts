import { type ChildProcess, spawn } from 'node:child_process';
import { existsSync, mkdtempSync } from 'node:fs';
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
function findChrome(env: NodeJS.ProcessEnv): string {
  const named = env['CHROME_PATH'];
  if (named) {
    if (existsSync(named)) return named;
    throw new LocalFault(`CHROME_PATH names ${named}, which is not there.`);
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
  if (!found) throw new LocalFault('No Chrome, Chromium or Edge was found: install one, or name it in CHROME_PATH.');
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
  close(): Promise<void>;
}

/**
 * Starts a browser with a profile of its own. As root it has no sandbox, which `say` is told.
 * @throws LocalFault where it does not start
 */
export async function startChrome(env: NodeJS.ProcessEnv, say: (text: string) => void): Promise<Browser> {
  const program = findChrome(env);
  const profile = mkdtempSync(join(tmpdir(), 'curbcut-chrome-'));
  const isRoot = process.getuid?.() === 0;
  if (isRoot) say('The browser runs without its sandbox (--no-sandbox), since this is root: scan only what you trust.');
  const own = [
    ...(isRoot ? ['--no-sandbox'] : []),
    ...(env['CHROME_ARGS'] ?? '').split(/\s+/).filter((word) => word !== ''),
  ];
  const child = spawn(program, [...ARGUMENTS, `--user-data-dir=${profile}`, ...own, 'about:blank'], {
    env: withoutSecrets(env),
    stdio: ['ignore', 'ignore', 'pipe', 'pipe', 'pipe'],
  });
  let said = '';
  child.stderr!.on('data', (chunk: Buffer) => (said = `${said}${chunk.toString()}`.slice(-500)));
  const devtools = new DevTools(child.stdio[3] as Writable, child.stdio[4] as Readable);
  const ended = new Promise<void>((resolve) => child.once('close', () => resolve()).once('error', () => resolve()));
  void ended.then(() => devtools.end());
  try {
    await devtools.send('Browser.getVersion');
  } catch {
    await close(child, ended, profile);
    throw new LocalFault(`${program} did not start: ${said.trim().split('\n').at(-1) ?? 'it said nothing'}.`);
  }
  return { devtools, close: () => close(child, ended, profile) };
}

async function close(child: ChildProcess, ended: Promise<void>, profile: string): Promise<void> {
  child.kill('SIGKILL');
  await ended;
  // Processes of its own may still write for a moment; a folder that stays is no reason to fail.
  await rm(profile, { recursive: true, force: true, maxRetries: 20, retryDelay: 50 }).catch(() => undefined);
}
