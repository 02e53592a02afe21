import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { createInterface } from 'node:readline/promises';
import type { CiName } from '#libs/workflows';
import type { GivenFlags } from '../command-line.js';
import { type Config, CONFIG_FILE, type ProductOfPath, readConfig } from '../config/config.js';
import { repositoryOf } from '../config/repository.js';
import { LocalFault } from '../faults.js';
import { printable } from '../printable.js';
import type { Terminal } from '../terminal.js';
import { pathsFor, workflowsFor } from './workflows.js';
import { productsOf } from './workspaces.js';

/** Where a service has the schema of the configuration. */
const SCHEMA_PATH = '/downloads/curbcut.schema.json';

/** Where each CI has its files, and what shows that a repository uses it. */
const SIGNS = {
  github: ['.github'],
  gitlab: ['.gitlab-ci.yml'],
  azure: ['azure-pipelines.yml'],
  jenkins: ['Jenkinsfile'],
} as const satisfies Record<CiName, readonly string[]>;

/**
 * `curbcut init`: asks, or takes flags, and writes the configuration and a workflow to the repository's root. A
 * configuration that is there stays, so that a second CI takes what the first one has.
 */
export async function init(flags: GivenFlags, terminal: Terminal): Promise<number> {
  const root = repositoryOf(process.cwd());
  const file = join(root, CONFIG_FILE);
  const kept = existsSync(file) && !flags.force ? readConfig(readFileSync(file, 'utf8'), file) : undefined;
  const prompt = process.stdin.isTTY ? openPrompt() : undefined;
  try {
    const ci = await ciOf(flags, root, prompt);
    const there = pathsFor(ci, flags.forks === true).find((path) => existsSync(join(root, path)));
    if (there && !flags.force) throw new LocalFault(`${there} already exists. Use --force to replace it.`);
    const config = kept ?? (await configOf(flags, root, prompt));
    const url = config.url ?? flags.url ?? process.env['CURBCUT_URL'];
    if (!url) throw new LocalFault(`${CONFIG_FILE} has no address. Use --url or CURBCUT_URL.`);
    const workflows = workflowsFor(ci, flags.forks === true, url);
    const text = `${JSON.stringify({ $schema: `${url.replace(/\/+$/, '')}${SCHEMA_PATH}`, ...config }, null, 2)}\n`;
    readConfig(text);
    for (const { path, text: content } of [...(kept ? [] : [{ path: CONFIG_FILE, text }]), ...workflows]) {
      mkdirSync(dirname(join(root, path)), { recursive: true });
      writeFileSync(join(root, path), content);
      terminal.out(`wrote ${root === process.cwd() ? path : join(root, path)}\n`);
    }
    if (kept) terminal.out(`kept ${CONFIG_FILE}\n`);
    if (config.products)
      terminal.out(`Products are named after packages: ${config.products.map(({ product }) => product).join(', ')}.\n`);
    terminal.out(
      `${workflows.map(({ next }) => `${next}\n`).join('')}${config.organization ? '' : WITHOUT_ORGANIZATION}`,
    );
    return 0;
  } finally {
    prompt?.close();
  }
}

const WITHOUT_ORGANIZATION = `To report without a key, and for curbcut grade with a key limited to one product, set organization in the configuration or CURBCUT_ORGANIZATION to the organizationId shown when a key is created.\n`;

/** A person who can be asked. */
interface Prompt {
  ask(question: string, preset: string): Promise<string>;
  close(): void;
}

function openPrompt(): Prompt {
  const prompt = createInterface({ input: process.stdin, output: process.stdout });
  return {
    ask: async (question, preset) =>
      (await prompt.question(printable(`${question}${preset ? ` (${preset})` : ''}: `))).trim() || preset,
    close: () => prompt.close(),
  };
}

async function ciOf(flags: GivenFlags, root: string, prompt: Prompt | undefined): Promise<CiName> {
  const found = (Object.keys(SIGNS) as CiName[]).find((name) =>
    SIGNS[name].some((sign) => existsSync(join(root, sign))),
  );
  const ci = flags.ci ?? found ?? (await prompt?.ask('CI: github, gitlab, azure or jenkins', 'github')) ?? 'github';
  return ci as CiName;
}

async function configOf(flags: GivenFlags, root: string, prompt: Prompt | undefined): Promise<Config> {
  const given = {
    url: flags.url ?? process.env['CURBCUT_URL'],
    product: flags.product ?? process.env['CURBCUT_PRODUCT'],
    organization: flags.organization ?? process.env['CURBCUT_ORGANIZATION'],
  };
  const products = given.product ? [] : productsOf(root);
  const url = given.url || (await prompt?.ask('Address of the service', ''));
  if (!url) throw new LocalFault('This terminal is not interactive. Use --url or CURBCUT_URL.');
  const whose =
    products.length > 0 ? { products: await chosen(products, prompt) } : await productIn(given.product, root, prompt);
  const organization =
    given.organization || (await prompt?.ask('Id of the organization, for reporting without a key (optional)', ''));
  const isWhole = await prompt?.ask('Do the reports of one run cover the whole product for their tool? (y or n)', 'n');
  const coverage = flags.coverage ?? (/^y/i.test(isWhole ?? '') ? 'complete' : 'auto');
  return { url, ...whose, ...(organization ? { organization } : {}), coverage };
}

async function productIn(givenProduct: string | undefined, root: string, prompt: Prompt | undefined): Promise<Config> {
  const product = givenProduct || (await prompt?.ask('Slug of the product', ''));
  if (!product) throw new LocalFault('This terminal is not interactive. Use --product or CURBCUT_PRODUCT.');
  const preset = readdirSync(root).includes('.lighthouseci') ? '.lighthouseci' : 'reports/*.json';
  return { product, reports: [(await prompt?.ask('Reports', preset)) ?? preset] };
}

/** The products of workspaces, as they are called in Curbcut; `-` leaves one out. */
async function chosen(found: readonly ProductOfPath[], prompt: Prompt | undefined): Promise<ProductOfPath[]> {
  if (!prompt) return [...found];
  const products: ProductOfPath[] = [];
  for (const one of found) {
    const product = await prompt.ask(`Slug of the product in ${one.path} (- for none)`, one.product);
    if (product !== '-') products.push({ ...one, product });
  }
  return products;
}
