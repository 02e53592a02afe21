import { AsyncLocalStorage } from 'node:async_hooks';
import { currentRequest } from '#libs/logging';
import { loadModule } from 'libpg-query';
import { PreparedStatementClient } from '../../libs/database/src/prepared-statement-client.js';
import { citusNodes } from './citus/database.js';
import { askingAllParts } from './citus/strictness.js';
import { nameAcross, type Organizations, organizationsIn } from './sql/organizations.js';
import { ORGANIZATION_TABLES } from './sql/owners.js';

const NAMES_A_TABLE = new RegExp(`\\b(${[...ORGANIZATION_TABLES].join('|')})\\b`);

/** The columns that TypeORM selects. */
const COLUMNS = /("\w+"\."\w+" AS "\w+"(, )?)+/g;

const RULE =
  'Every statement names one organization. What a job, a start or a command runs over all of them stands in apps/api/src/platform/work/across-organizations.ts.';

/** Set while a test itself uses the database, whose statements need not name an organization. */
const byTest = new AsyncLocalStorage<true>();

/** What each text is known to say; most texts come again in every test. */
const known = new Map<string, Organizations>();
/** The faults of statements that the service has sent since they were taken, by text. */
const faulty = new Map<string, readonly string[]>();
/** How many services are under test now. */
let watchers = 0;

/** What comes before the query of a cursor. */
const CURSOR = /^DECLARE \w+ NO SCROLL CURSOR FOR /;

/** What a text says; one that names no table of organizations' data is not read. */
function read(text: string): Organizations {
  const read = NAMES_A_TABLE.test(text) ? organizationsIn(text.replace(CURSOR, '')) : { faults: [], rows: [] };
  known.set(text, read);
  return read;
}

function check(text: string, values: readonly unknown[]): void {
  if (nameAcross(text)) {
    if (currentRequest().id !== null) faulty.set(text, ['A request goes over all organizations.']);
    return;
  }
  const { faults, rows } = known.get(text) ?? read(text);
  const valueOf = (parameter: string): unknown => values[Number(parameter.slice(1)) - 1];
  const isMixed = rows.some((row) => new Set(row.map(valueOf)).size > 1);
  if (isMixed) faulty.set(text, ['It inserts rows of several organizations.']);
  if (faults.length > 0) faulty.set(text, faults);
}

/**
 * Checks the statements that the service sends in this process, but not those of tests.
 * @returns ends that
 */
export async function watchStatements(): Promise<() => void> {
  await loadModule();
  tap();
  watchers += 1;
  return () => void (watchers -= 1);
}

let isTapped = false;
function tap(): void {
  if (isTapped) return;
  isTapped = true;
  const { query } = PreparedStatementClient.prototype;
  PreparedStatementClient.prototype.query = function (...call: never[]): never {
    const [text, values] = call as unknown[];
    if (watchers > 0 && typeof text === 'string' && !byTest.getStore())
      check(text, Array.isArray(values) ? values : []);
    const mayAskAll = typeof text === 'string' && (byTest.getStore() === true || nameAcross(text) !== undefined);
    return citusNodes().length > 0 && mayAskAll ? askingAllParts(this, query, call) : query.apply(this, call);
  };
}

/** Runs what a test itself does with the database. */
export const asTest = <T>(work: () => T): T => byTest.run(true, work);

/** The same object for use by tests: what its methods do is the test's doing. */
export function usedByTests<T extends object>(target: T): T {
  return new Proxy(target, {
    get(object, name) {
      const value: unknown = Reflect.get(object, name);
      if (name === 'manager') return usedByTests(value as object);
      if (typeof value !== 'function') return value;
      return (...given: unknown[]): unknown => asTest(() => value.apply(object, given) as unknown);
    },
  });
}

/** @throws Error where a statement that the service has sent since the last call does not name one organization */
export function checkOrganizations(): void {
  const wrong = [...faulty].map(([text, faults]) => `${faults.join(' ')}\n${text.replace(COLUMNS, '…')}`);
  faulty.clear();
  if (wrong.length > 0) throw new Error(`${RULE}\n${wrong.join('\n\n')}`);
}
