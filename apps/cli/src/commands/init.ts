import { existsSync, mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { createInterface } from 'node:readline/promises';
import type { GivenFlags } from '../command-line.js';
import { CONFIG_FILE, readConfig } from '../config/config.js';
import { LocalFault } from '../faults.js';
import type { Terminal } from '../terminal.js';
import { type CiName, workflowFor } from './workflows.js';

const SCHEMA = 'https://unpkg.com/curbcut/curbcut.schema.json';

/** Where each CI has its files, and what shows that a repository uses it. */
const SIGNS = {
  github: ['.github'],
  gitlab: ['.gitlab-ci.yml'],
  azure: ['azure-pipelines.yml'],
  jenkins: ['Jenkinsfile'],
} as const satisfies Record<CiName, readonly string[]>;

/** `curbcut init`: asks, or takes flags, and writes the configuration and a workflow. */
export async function init(flags: GivenFlags, terminal: Terminal): Promise<number> {
  const folder = process.cwd();
  const answers = await answersOf(flags, folder);
  const { ci, ...config } = answers;
  const text = `${JSON.stringify({ $schema: SCHEMA, ...config }, null, 2)}\n`;
  readConfig(text);
  const workflow = workflowFor(ci);
  const files = [{ path: CONFIG_FILE, text }, workflow];
  const there = files.find(({ path }) => existsSync(join(folder, path)));
  if (there && !flags.force) throw new LocalFault(`${there.path} is there already: --force replaces it.`);
  for (const { path, text: content } of files) {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), content);
    terminal.out(`wrote ${path}\n`);
  }
  terminal.out(`${workflow.next}\n${config.organization ? '' : WITHOUT_ORGANIZATION}`);
  return 0;
}

const WITHOUT_ORGANIZATION =
  'To report without a key, and for curbcut grade with a key of one product, set CURBCUT_ORGANIZATION: the organizationId that making a key answers.\n';

interface Answers {
  ci: CiName;
  url: string;
  product: string;
  organization?: string;
  reports: string[];
  coverage: string;
}

async function answersOf(flags: GivenFlags, folder: string): Promise<Answers> {
  const found = (Object.keys(SIGNS) as CiName[]).find((name) =>
    SIGNS[name].some((file) => existsSync(join(folder, file))),
  );
  const ci = (flags.ci ?? found) as CiName | undefined;
  const url = flags.url ?? process.env['CURBCUT_URL'];
  const product = flags.product ?? process.env['CURBCUT_PRODUCT'];
  const organization = process.env['CURBCUT_ORGANIZATION'];
  if (!process.stdin.isTTY) {
    if (!url) throw new LocalFault('Nobody can be asked here: say --url (or CURBCUT_URL).');
    if (!product) throw new LocalFault('Nobody can be asked here: say --product (or CURBCUT_PRODUCT).');
    return {
      ci: ci ?? 'github',
      url,
      product,
      ...named(organization),
      reports: reportsIn(folder),
      coverage: flags.coverage ?? 'auto',
    };
  }
  const talk = createInterface({ input: process.stdin, output: process.stdout });
  const ask = async (question: string, preset: string): Promise<string> =>
    (await talk.question(`${question}${preset ? ` (${preset})` : ''}: `)).trim() || preset;
  try {
    return {
      ci: (ci ?? (await ask('CI: github, gitlab, azure or jenkins', 'github'))) as CiName,
      url: url ?? (await ask('Address of the service', '')),
      product: product ?? (await ask('Slug of the product', '')),
      ...named(organization ?? (await ask('Id of the organization, to report without a key (may stay empty)', ''))),
      reports: [await ask('Reports', reportsIn(folder)[0]!)],
      coverage:
        flags.coverage ??
        coverageFor(await ask('Do the reports of one run cover the whole product for their tool? y or n', 'n')),
    };
  } finally {
    talk.close();
  }
}

const named = (organization: string | undefined) => (organization ? { organization } : {});

const coverageFor = (answer: string): string => (/^y/i.test(answer) ? 'complete' : 'auto');

/** Where reports lie, as far as a look at the folder tells. */
const reportsIn = (folder: string): string[] =>
  readdirSync(folder).includes('.lighthouseci') ? ['.lighthouseci'] : ['reports/*.json'];
