import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';

/** What a run of the command line ended with. */
export interface CliRun {
  code: number;
  out: string;
  err: string;
}

interface CliOptions {
  env?: Record<string, string | undefined>;
  cwd?: string;
  stdin?: string;
}

const BUILT_CLI = resolve('dist/cli/curbcut.js');

/** A folder that is no repository and has nothing in it. */
export const emptyFolder = (): string => mkdtempSync(join(tmpdir(), 'curbcut-cli-'));

/** Runs the built command line with this environment and nothing of ours but PATH, HOME and what reads certificates. */
export async function runCli(
  words: readonly string[],
  { env = {}, cwd = emptyFolder(), stdin }: CliOptions = {},
): Promise<CliRun> {
  const { PATH, HOME } = process.env;
  const child = spawn(process.execPath, [BUILT_CLI, ...words], { cwd, env: { PATH, HOME, ...env } });
  let out = '';
  let err = '';
  child.stdout.on('data', (chunk: Buffer) => (out += chunk.toString()));
  child.stderr.on('data', (chunk: Buffer) => (err += chunk.toString()));
  child.stdin.on('error', () => undefined);
  child.stdin.end(stdin);
  const [code] = (await once(child, 'close')) as [number];
  return { code, out, err };
}

/** A result of axe-core with one violation for each rule, as its command line writes it. */
export const axeReport = (
  rules: readonly string[],
  { page = 'https://shop.example/', impact = 'serious' } = {},
): string =>
  JSON.stringify({
    testEngine: { name: 'axe-core', version: '4.14.1' },
    testRunner: { name: 'axe' },
    toolOptions: {},
    url: page,
    timestamp: '2026-11-22T10:00:00.000Z',
    violations: rules.map((id) => ({
      id,
      help: `Rule ${id}`,
      description: `About ${id}`,
      helpUrl: `https://rules.example/${id}`,
      impact,
      tags: ['wcag2a', 'wcag111'],
      nodes: [{ target: ['main > img'], html: '<img>', impact, any: [], all: [], none: [], failureSummary: 'Fix it' }],
    })),
    passes: [],
    incomplete: [],
    inapplicable: [],
  });

/** The environment of a job of GitHub Actions, for a pull request where `number` is given. */
export function githubJob(
  folder: string,
  write: (path: string, text: string) => void,
  number?: number,
): Record<string, string> {
  const path = join(folder, `event-${number ?? 'push'}.json`);
  const repository = { id: 1, default_branch: 'main', html_url: 'https://github.com/acme/shop' };
  const pull = {
    number: number!,
    html_url: `https://github.com/acme/shop/pull/${number}`,
    head: { sha: 'c0ffee', ref: 'feature', repo: { id: 1 } },
    base: { repo: { id: 1 } },
  };
  write(path, JSON.stringify(number === undefined ? { repository } : { repository, pull_request: pull }));
  return {
    GITHUB_ACTIONS: 'true',
    GITHUB_EVENT_PATH: path,
    GITHUB_REPOSITORY: 'acme/shop',
    GITHUB_RUN_ATTEMPT: '1',
    GITHUB_RUN_ID: `${process.hrtime.bigint()}`,
    GITHUB_RUN_NUMBER: '12',
    GITHUB_SERVER_URL: 'https://github.com',
    GITHUB_EVENT_NAME: number === undefined ? 'push' : 'pull_request',
    GITHUB_SHA: 'c0ffee',
    GITHUB_REF_NAME: number === undefined ? 'main' : `${number}/merge`,
    GITHUB_REF_TYPE: 'branch',
  };
}
