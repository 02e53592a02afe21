import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';

/** The floors of the service, and the modules that own the database's tables and functions. */
const { floors, tables, ownerOf, functions, organizationTables, localTables } = JSON.parse(
  readFileSync(resolve(__dirname, '../../../layers.json'), 'utf8'),
) as {
  floors: string[];
  tables: Record<string, string[]>;
  ownerOf: Record<string, string>;
  functions: Record<string, string[]>;
  organizationTables: string[];
  localTables: string[];
};

const ownersOf = (owned: Record<string, string[]>): Map<string, string> =>
  new Map(Object.entries(owned).flatMap(([owner, names]) => names.map((name) => [name, owner] as const)));

/** The floor of a module, counted from the lowest. */
export const floorOf = (module: string): number => floors.indexOf(module.split('/')[0]!);

/** The folders of `apps/api/src`. */
export const FLOORS: readonly string[] = floors.filter((floor) => floor !== 'libs');
export const TABLE_OWNERS = ownersOf(tables);
export const FUNCTION_OWNERS = ownersOf(functions);
/** The tables whose rows belong to organizations. */
export const ORGANIZATION_TABLES: ReadonlySet<string> = new Set(organizationTables);
/** The tables that no statement combines with those; `schema.*` are all tables and functions of a schema. */
export const LOCAL_TABLES: ReadonlySet<string> = new Set(localTables);

/** A module writes only its own tables. It also reads those of its floor and of the floors below. Some modules are one owner. */
export function mayUse(module: string, table: string, writes: boolean): boolean {
  const owner = TABLE_OWNERS.get(table)!;
  if (ownerOf[module] === owner) return true;
  return module === owner || (!writes && floorOf(module) >= floorOf(owner));
}
