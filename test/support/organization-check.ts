import { AsyncLocalStorage } from 'node:async_hooks';
import { appendFileSync, mkdirSync } from 'node:fs';
import { basename, join } from 'node:path';
import { currentRequest } from '#libs/request';
import { loadModule } from 'libpg-query';
import { PreparedStatementClient } from '../../libs/database/src/prepared-statement-client.js';
import { organizationsIn, sweepOf } from './sql/organizations.js';
import { ORGANIZATION_TABLES } from './sql/owners.js';

const NAMES_A_TABLE = new RegExp(`\\b(${[...ORGANIZATION_TABLES].join('|')})\\b`);

/** The columns that TypeORM selects. */
const COLUMNS = /("\w+"\."\w+" AS "\w+"(, )?)+/g;

/** Set while a test itself uses the database, whose statements need not name an organization. */
const byTest = new AsyncLocalStorage<true>();

/** What each text is known to say; most texts come again in every test. */
const known = new Map<string, ReturnType<typeof organizationsIn>>();
/** The faults of statements that the service has sent since they were taken, by text. */
const faulty = new Map<string, readonly string[]>();
let isTapped = false;

function check(text: string, values: readonly unknown[]): void {
  if (!NAMES_A_TABLE.test(text)) return;
  if (sweepOf(text)) {
    if (currentRequest().id !== null) faulty.set(text, ['A request goes over all organizations.']);
    return;
  }
  const { faults, rows } = known.get(text) ?? organizationsIn(text);
  known.set(text, { faults, rows });
  const valueOf = (parameter: string): unknown => values[Number(parameter.slice(1)) - 1];
  const mixed = rows.some((row) => new Set(row.map(valueOf)).size > 1);
  const all = mixed ? [...faults, 'It inserts rows of several organizations.'] : faults;
  if (all.length > 0) faulty.set(text, all);
}

/** From now on, the statements that the service sends in this process are checked; those of tests are not. */
export async function watchStatements(): Promise<void> {
  await loadModule();
  faulty.clear();
  if (isTapped) return;
  isTapped = true;
  const { query } = PreparedStatementClient.prototype;
  PreparedStatementClient.prototype.query = function (...call: never[]): never {
    const [text, values] = call as unknown[];
    if (typeof text === 'string' && !byTest.getStore()) check(text, Array.isArray(values) ? values : []);
    return query.apply(this, call);
  };
}

/** The same object for use by tests: what its methods do is the test's doing. */
export function usedByTests<T extends object>(target: T): T {
  return new Proxy(target, {
    get(object, name) {
      const value: unknown = Reflect.get(object, name);
      if (name === 'manager') return usedByTests(value as object);
      if (typeof value !== 'function') return value;
      return (...given: unknown[]): unknown => byTest.run(true, () => value.apply(object, given) as unknown);
    },
  });
}

/**
 * Writes the statements that the service has sent since the last call and that do not name one organization into a file
 * of the folder `ORGANIZATION_CHECK`, one for each test file.
 * @param told texts that have been written already
 */
export function checkOrganizations(told: Set<string>): void {
  const news = [...faulty].filter(([text]) => !told.has(text));
  faulty.clear();
  for (const [text] of news) told.add(text);
  if (news.length === 0) return;
  const { currentTestName, testPath } = expect.getState();
  const report = news.map(([text, faults]) => `${faults.join(' ')}\n${text.replace(COLUMNS, '…')}\n`).join('\n');
  const folder = process.env['ORGANIZATION_CHECK']!;
  mkdirSync(folder, { recursive: true });
  appendFileSync(join(folder, `${basename(testPath!)}.txt`), `== ${currentTestName}\n${report}\n`);
}
