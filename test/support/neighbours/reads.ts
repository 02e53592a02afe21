import { randomUUID } from 'node:crypto';
import type { DescribedOperation } from './document.js';
import { type Load, reading } from './loads.js';

/** What stands for the variables of paths and for ids in queries. */
export type Names = Readonly<Record<string, string>>;

/** Text that a naive search compares with at every place of a repeated text. */
const WORST_SEARCH = `${'a'.repeat(199)}b`;

const MOMENTS = { since: '2000-01-01T00:00:00Z', from: '2000-01-01T00:00:00Z' } as Record<string, string>;

/** What has its form at the end of its address. */
const FORMS: Readonly<Record<string, readonly string[]>> = {
  publicReports_showReport: ['', '.json', '.yaml'],
  publicReports_showBadge: ['.svg', '.json'],
};

/** The addresses of an operation by these names, or undefined where a variable has none. */
function addressesOf({ id, path }: DescribedOperation, names: Names): string[] | undefined {
  const variables = [...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name!);
  if (!variables.every((name) => name in names)) return undefined;
  const forms = FORMS[id] ?? [''];
  return forms.map((form) => path.replace(/\{(\w+)\}/g, (_, name: string) => names[name]!) + form);
}

/** Values that match as much as they can for a filter, each value of a choice, or as long a text as it takes. */
function widest({ name, schema: { items, enum: values, type } }: DescribedOperation['query'][number], names: Names) {
  if (name in MOMENTS) return [MOMENTS[name]!];
  if (name in names) return [names[name]!];
  if (items?.enum) return [items.enum.join(',')];
  if (items?.format === 'uuid') return [Array.from({ length: 100 }, () => randomUUID()).join(',')];
  // Not a hundred texts of the largest length: an address has 16 KB at most.
  if (type === 'array') return [Array.from({ length: 60 }, (_, i) => `${i}${'a'.repeat(180)}`).join(',')];
  return (values ?? []).map(String);
}

/**
 * The worst that reading allows, derived from the parameters: every order in both directions at the largest page; the
 * last page; the search whose text is compared longest; every filter with all that it takes. Undefined where a name for
 * its path is missing.
 */
export function readsOf(operation: DescribedOperation, names: Names, token: string | undefined): Load[] | undefined {
  const addresses = addressesOf(operation, names);
  if (!addresses) return undefined;
  const { id, query } = operation;
  const has = (name: string): boolean => query.some((parameter) => parameter.name === name);
  const load = (kind: string, queries: Record<string, string>[]): Load =>
    reading(
      id,
      kind,
      queries.flatMap((asked) =>
        addresses.map((address) => [address, new URLSearchParams(asked)].filter(String).join('?')),
      ),
      token,
    );
  const largest: Record<string, string> = {
    ...(has('pageSize') ? { pageSize: '100' } : {}),
    ...(has('with') ? { with: names['with']! } : {}),
  };
  const loads = query.some(({ isRequired }) => isRequired) ? [] : [load('as it is', [largest])];
  const orders = query.find(({ name }) => name === 'sortField')?.schema.enum;
  if (orders)
    loads.push(
      load(
        'every order',
        orders.flatMap((order) =>
          ['asc', 'desc'].map((direction) => ({ ...largest, sortField: String(order), sortDirection: direction })),
        ),
      ),
    );
  if (has('page'))
    loads.push(
      load('last page', [
        { ...largest, page: names['lastPage']! },
        { ...largest, page: '100000' },
      ]),
    );
  if (has('q')) loads.push(load('search', [{ ...largest, q: WORST_SEARCH }]));
  const paging = new Set(['page', 'pageSize', 'total', 'sortField', 'sortDirection', 'q']);
  const filters = query
    .filter(({ name }) => !paging.has(name))
    .flatMap((parameter) => widest(parameter, names).map((value) => ({ ...largest, [parameter.name]: value })));
  if (filters.length) loads.push(load('every filter', filters));
  return loads;
}
