import type { Settings } from '../config/settings.js';
import { isInCi } from '../context/detect.js';
import { lineOf } from '../context/line.js';
import { resolveRun } from '../context/resolve-run.js';
import { ciEnvironment } from '../context/ci-environment.js';
import { passFor, tokenSourceOf } from '../delivery/pass.js';
import { type Access, callService } from '../delivery/service.js';
import { versionOf } from '../delivery/service-version.js';
import { ServiceFault } from '../faults.js';
import { painted } from '../printable.js';
import type { Terminal } from '../terminal.js';
import { VERSION } from '../version.js';
import { accessOf } from './deliver.js';

/** The result of a check; `isGood` is undefined where it only informs. */
interface Check {
  name: string;
  isGood?: boolean;
  text: string;
  /** The exit code that it would end with. */
  code?: 2 | 3;
}

// Whoever asks what is wrong waits for the answer.
const PATIENCE = 10_000;
// The service takes a token whose clock is off by as much.
const MOST_SKEW = 60_000;

/** `curbcut doctor`: what is right and what is not; 0 where everything is. */
export async function doctor(settings: Settings, terminal: Terminal): Promise<number> {
  const checks = [...contextChecks(settings), ...(await serviceChecks(settings, terminal))];
  for (const { name, isGood, text } of checks) {
    const sign =
      isGood === undefined ? '  ' : isGood ? painted(terminal, 'green', 'ok') : painted(terminal, 'red', 'NO');
    terminal.out(`${sign}  ${name.padEnd(9)} ${text}\n`);
  }
  return Math.max(0, ...checks.map(({ code }) => code ?? 0));
}

function contextChecks(settings: Settings): Check[] {
  const run = resolveRun(settings, ciEnvironment);
  const { line, because, advice } = lineOf(run, settings.line, settings.mainBranches);
  const where = isInCi(run) ? `${run.provider}, run ${run.runId ?? 'without an id'}` : `no known CI (${run.provider})`;
  return [
    { name: 'version', text: `${VERSION} of the command line, on Node.js ${process.versions.node}` },
    { name: 'context', text: `${where}; trigger ${run.trigger}, commit ${run.commitSha?.slice(0, 12) ?? 'unknown'}` },
    { name: 'line', text: `${line} (${because}${advice ? `; ${advice}` : ''})` },
  ];
}

async function serviceChecks(settings: Settings, terminal: Terminal): Promise<Check[]> {
  const { url, product } = settings;
  if (url === undefined) return [{ name: 'address', isGood: false, text: 'CURBCUT_URL is not set', code: 2 }];
  const access = accessOf({ ...settings, url, timeout: Math.min(PATIENCE, settings.timeout) }, terminal);
  const address = await reached(access);
  if (address.isGood !== true) return [address];
  const found: Check[] = [
    address,
    { name: 'product', text: product ?? 'not set: the key must be limited to one product' },
  ];
  const keyed = await accessWithKey(settings, access);
  if ('name' in keyed) return [...found, keyed];
  const body = {
    ...(product === undefined ? {} : { productRef: product }),
    ...{ type: 'automated_scan', tool: 'curbcut doctor', coverage: 'partial', line: 'proposal', findings: [] },
  };
  try {
    const { date } = await callService('POST', '/api/ingest/test-activity?dryRun=true', keyed, body);
    return [...found, { name: 'key', isGood: true, text: 'can report to this product' }, clock(date)];
  } catch (error) {
    if (!(error instanceof ServiceFault)) throw error;
    if (error.code !== 'key_scope_missing')
      return [...found, { name: 'key', isGood: false, text: error.message, code: 3 }];
    return [...found, await readingKey(keyed)];
  }
}

async function reached(access: Access): Promise<Check> {
  try {
    await callService('GET', '/health/live', access);
    const version = await versionOf(access.url);
    return {
      name: 'address',
      isGood: true,
      text: `${access.url}, ${version ? `version ${version.service}` : 'version unknown'}`,
    };
  } catch (error) {
    if (!(error instanceof ServiceFault)) throw error;
    return { name: 'address', isGood: false, text: error.message, code: 3 };
  }
}

/** The key that is set, else a pass for the provider's token, else what is wrong. */
async function accessWithKey(settings: Settings, access: Access): Promise<Access | Check> {
  const { apiKey, product, organization } = settings;
  if (apiKey !== undefined) return access;
  const source = tokenSourceOf(resolveRun(settings, ciEnvironment), process.env);
  if (!source)
    return {
      name: 'key',
      isGood: false,
      text: 'CURBCUT_API_KEY is not set, and the job has no OpenID Connect token: create a key with the scope ingest',
      code: 2,
    };
  try {
    return { ...access, apiKey: await passFor(source, access, { product, organization }) };
  } catch (error) {
    if (!(error instanceof ServiceFault)) throw error;
    return { name: 'token', isGood: false, text: error.message, code: 3 };
  }
}

/** A key without the scope `ingest` may be one for `grade`. */
async function readingKey(access: Access): Promise<Check> {
  try {
    const { body } = await callService<{
      apiKey: { name: string; scopes: string[]; expiresAt: string | null; organization: { id: string; name: string } };
    }>('GET', '/v1/key', access);
    const { name, scopes, expiresAt, organization } = body.apiKey;
    const text = `"${name}" of ${organization.name} (${organization.id}) has the scopes ${scopes.join(', ')} without ingest; ${expiresAt ? `it expires ${expiresAt}` : 'it does not expire'}`;
    return { name: 'key', text: `${text}: works for grade, but not for upload` };
  } catch (error) {
    if (!(error instanceof ServiceFault)) throw error;
    return { name: 'key', isGood: false, text: error.message, code: 3 };
  }
}

function clock(date: Date | undefined): Check {
  if (!date) return { name: 'clock', text: 'the service does not return its time' };
  const skew = Date.now() - date.getTime();
  const seconds = Math.round(Math.abs(skew) / 1000);
  if (Math.abs(skew) <= MOST_SKEW)
    return { name: 'clock', isGood: true, text: `differs by at most ${seconds} s from the service` };
  return {
    name: 'clock',
    isGood: false,
    text: `${seconds} s ${skew > 0 ? 'ahead of' : 'behind'} the service: set the clock`,
    code: 2,
  };
}
