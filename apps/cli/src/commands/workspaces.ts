import { existsSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { globSync } from 'tinyglobby';
import type { ProductOfPath } from '../config/config.js';

interface PackageJson {
  name?: string;
  scripts?: Record<string, string>;
  workspaces?: string[] | { packages?: string[] };
}

// What runs in a browser or a server has one of these; a library has none.
const RUNNING = ['start', 'dev', 'serve', 'preview'];

/** The workspaces of npm, Yarn and pnpm that run, each as a product named after its package. */
export function productsOf(root: string): ProductOfPath[] {
  const patterns = [
    ...workspacesOf(readJson(join(root, 'package.json'))),
    ...packagesOfPnpm(join(root, 'pnpm-workspace.yaml')),
  ];
  if (patterns.length === 0) return [];
  const [wanted, unwanted] = [
    patterns.filter((one) => !one.startsWith('!')),
    patterns.filter((one) => one.startsWith('!')),
  ];
  const files = globSync(wanted.map(packageIn), {
    cwd: root,
    ignore: ['**/node_modules/**', ...unwanted.map((one) => packageIn(one.slice(1)))],
    expandDirectories: false,
  }).sort();
  return files.flatMap((file) => {
    const { name, scripts = {} } = readJson(join(root, file));
    const path = dirname(file).replaceAll('\\', '/');
    const product = slugOf(name ?? path.split('/').at(-1)!);
    return product !== '' && RUNNING.some((script) => scripts[script])
      ? [{ path, product, reports: ['reports/*.json'] }]
      : [];
  });
}

const packageIn = (pattern: string): string => `${pattern.replace(/^\.\//, '').replace(/\/$/, '')}/package.json`;

const workspacesOf = ({ workspaces = [] }: PackageJson): string[] =>
  Array.isArray(workspaces) ? workspaces : (workspaces.packages ?? []);

function readJson(file: string): PackageJson {
  try {
    return JSON.parse(readFileSync(file, 'utf8')) as PackageJson;
  } catch {
    return {};
  }
}

/** The list `packages` of pnpm's file, as its documentation writes it: an item in each line. */
function packagesOfPnpm(file: string): string[] {
  if (!existsSync(file)) return [];
  const lines = readFileSync(file, 'utf8').split(/\r?\n/);
  const begin = lines.findIndex((line) => /^packages:/.test(line)) + 1;
  const rest = begin === 0 ? [] : lines.slice(begin);
  const end = rest.findIndex((line) => /^[^\s#-]/.test(line));
  return (end < 0 ? rest : rest.slice(0, end)).flatMap(
    (line) => /^\s*-\s*['"]?([^'"#]+)/.exec(line)?.[1]?.trim() ?? [],
  );
}

const slugOf = (name: string): string =>
  name
    .replace(/^@[^/]*\//, '')
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, '-')
    .replaceAll(/^-|-$/g, '');
