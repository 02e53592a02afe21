import { join, relative, sep } from 'node:path';
import { LocalFault } from '../faults.js';
import type { Config, ProductOfPath } from './config.js';

/** Where the configuration stands and where the command was given, as absolute folders. */
interface Places {
  home: string;
  folder: string;
}

/**
 * The configuration of each product that is meant: the one that is named, that of the folder, else all of `products`.
 * @throws LocalFault where one must be named, since there are several
 */
export function configsOf(
  { products, ...config }: Config,
  { home, folder }: Places,
  { named, takesAll }: { named: string | undefined; takesAll: boolean },
): Config[] {
  if (products === undefined) return [config];
  const configOf = ({ path, product, reports = config.reports ?? [] }: ProductOfPath): Config => ({
    ...{ ...config, product },
    reports: reports.map((report) => join(relative(folder, join(home, path)), report)),
  });
  if (named !== undefined) {
    const entry = products.find(({ product }) => product === named);
    return [entry ? configOf(entry) : config];
  }
  const around = products
    .filter(({ path }) => isInside(join(home, path), folder))
    .sort((a, b) => b.path.length - a.path.length);
  if (around[0]) return [configOf(around[0])];
  if (takesAll) return products.map(configOf);
  throw new LocalFault(
    `Select a product with --product or CURBCUT_PRODUCT: ${products.map(({ product }) => product).join(', ')}.`,
  );
}

function isInside(folder: string, place: string): boolean {
  const path = relative(folder, place);
  return path !== '..' && !path.startsWith(`..${sep}`);
}
