import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setClock } from '#libs/clock';
import { readSettings, type Settings } from '#libs/config';
import { createLogger } from '#libs/logging';
import type { NestExpressApplication } from '@nestjs/platform-express';
import request, { type Response, type Test } from 'supertest';
import { DataSource } from 'typeorm';
import { buildOpenApiDocument } from '../../apps/api/src/service/app/openapi.js';
import { createApp } from '../../apps/api/src/service/app/service.js';
import { Timeouts } from '../../apps/api/src/platform/work/timeouts.js';
import { citusNodes, unrestricted } from './citus/database.js';
import { databaseOfTests } from './citus/strictness.js';
import { checkCounts } from './counts.js';
import { freshDatabase, setDatabaseClock } from './database.js';
import { checkGrades } from './grades.js';
import { checkKeys } from './keys.js';
import { nowMs, setAhead } from './moments.js';
import { NO_RATE_LIMITS } from './no-rate-limits.js';
import { type CheckedResponse, OpenApiCheck } from './openapi-check.js';
import { asTest, checkOrganizations, usedByTests, watchStatements } from './organization-check.js';

/** A credential as it is sent; `undefined` is nobody. */
export type BearerToken = string | undefined;

type Verb = 'get' | 'post' | 'put' | 'patch' | 'delete' | 'head' | 'options';
/** Sends requests as one caller; every answer is checked against the OpenAPI document. */
type ServiceClient = Record<Verb, (path: string) => Test>;

/** The service under test, on a database of its own. */
export interface Service {
  app: NestExpressApplication;
  database: DataSource;
  /** For tests: they may ask every part of a table. */
  databaseUrl: string;
  settings: Settings;
  /** Lines of its log. */
  log: string[];
  /** What the document says of answers and messages. */
  answers: OpenApiCheck;
  as: (credential?: BearerToken) => ServiceClient;
  /**
   * Lets time pass for the service, its database and the moments of the test, until the end of the test file; timers
   * and durations do not notice. Use it in a test `overTime`.
   */
  letPass: (ms: number) => Promise<void>;
}

/** What the outcome of tests depends on: timeouts of the service, and the moment at which it starts. */
interface ServiceTime extends Partial<Timeouts> {
  /** As in `2028-02-29T12:00:00Z`. */
  now?: string;
}

/** A test that sets the time. Over machines it is left out: there each machine has a clock of its own. */
export const overTime = (name: string, body: () => Promise<void>): void =>
  (citusNodes().length > 0 ? test.skip : test)(name, body);

/**
 * The document follows from the code and from whether a frontend has the pages, so all test files of a process share
 * it.
 */
const openApi = new Map<boolean, OpenApiCheck>();

/**
 * Starts the service before the tests of a file and stops it after them; after each, every stored Grade and count must
 * hold, and every statement of the service must have named one organization.
 */
export function useService(environment: Record<string, string> = {}, { now, ...timeouts }: ServiceTime = {}): Service {
  const service = {} as Service;
  let stop: () => Promise<void>;

  beforeAll(async () => {
    const { url, drop } = await asTest(freshDatabase);
    let aheadMs = 0;
    const letPass = async (ms: number): Promise<void> => {
      aheadMs += ms;
      await asTest(() => setDatabaseClock(unrestricted(url), aheadMs));
      setAhead(aheadMs);
      setClock(nowMs);
    };
    if (now !== undefined) await letPass(Date.parse(now) - nowMs());
    const stopWatching = await watchStatements();
    const dataDir = mkdtempSync(join(tmpdir(), 'curbcut-data-'));
    const settings = readSettings({
      PORT: '0',
      DATA_DIR: dataDir,
      WORKER: 'off',
      // Whether `npm run build` was run shall make no difference.
      CONSOLE: 'off',
      ...NO_RATE_LIMITS,
      SECRET_KEY: 'a key that only tests are encrypted with',
      LOG_LEVEL: 'info',
      ...environment,
    });
    const log: string[] = [];
    const app = await createApp(
      settings,
      url,
      createLogger(settings.logLevel, { write: (line) => void log.push(line) }),
    );
    Object.assign(app.get(Timeouts), timeouts);
    await app.listen(0, '127.0.0.1');
    const hasFrontend = settings.appUrl !== settings.publicUrl;
    const check = openApi.get(hasFrontend) ?? new OpenApiCheck(buildOpenApiDocument(app));
    openApi.set(hasFrontend, check);
    const base = await app.getUrl();
    const database = await databaseOfTests(app.get(DataSource), url);
    Object.assign(service, {
      app,
      database: usedByTests(database),
      databaseUrl: unrestricted(url),
      settings,
      log,
      answers: check,
      letPass,
      as: (credential: BearerToken) => callerOf(base, credential, (answer) => checkAnswer(check, answer, log)),
    });
    stop = async () => {
      await app.close();
      setAhead(0);
      setClock();
      if (database.isInitialized) await database.destroy();
      stopWatching();
      await drop();
      rmSync(dataDir, { recursive: true, force: true });
    };
    // The first over machines spreads the template of all.
  }, 120_000);

  const told = new Set<string>();
  // Organizations of former tests are looked at once more at the end: after each test, all of them would take time that
  // grows with its square.
  const settled = new Set<string>();
  afterEach(async () => {
    if (service.database?.isInitialized) {
      await checkGrades(service, told, settled);
      const rows = await asTest(() => service.database.query<{ id: string }[]>('SELECT id FROM organizations'));
      for (const { id } of rows) settled.add(id);
      await checkCounts(service, told);
      await checkKeys(service);
    }
    checkOrganizations();
  });

  afterAll(async () => {
    if (service.database?.isInitialized) await checkGrades(service, told);
    await stop?.();
    checkOrganizations();
  });
  return service;
}

/** Adds the service's log to a failure. */
function checkAnswer(check: OpenApiCheck, answer: CheckedResponse, log: readonly string[]): void {
  const { requestId } = (answer.body ?? {}) as { requestId?: string };
  if (answer.status === 500) throw new Error(log.filter((line) => requestId && line.includes(requestId)).join('\n'));
  check.check(answer);
}

function callerOf(base: string, credential: BearerToken, check: (answer: CheckedResponse) => void): ServiceClient {
  const send =
    (verb: Verb) =>
    (path: string): Test => {
      const test = request(base)[verb](path);
      if (credential !== undefined) void test.set('Authorization', `Bearer ${credential}`);
      return test.expect(({ status, body, text, headers }: Response) => {
        const isJson = /[/+]json/.test(String(headers['content-type'] ?? ''));
        check({
          verb: verb.toUpperCase(),
          path: path.split('?')[0]!,
          status,
          type: String(headers['content-type'] ?? ''),
          body: isJson && text ? JSON.parse(text) : body,
          text: text ?? '',
        });
      });
    };
  return Object.fromEntries(
    (['get', 'post', 'put', 'patch', 'delete', 'head', 'options'] as const).map((verb) => [verb, send(verb)]),
  ) as ServiceClient;
}
