import { createHmac } from 'node:crypto';
import fc from 'fast-check';
import { buildDocument } from '../../apps/api/src/openapi.js';
import { figures, isFull } from '../support/figures.js';
import { changedTexts, faultOf, recordOf, RequestCheck } from '../support/hostile/oracle.js';
import { type Operation, operationsOf } from '../support/hostile/operations.js';
import { type Populated, populate } from '../support/hostile/populated.js';
import { type Material, type Trial, trials } from '../support/hostile/requests.js';
import { type RowLog, watchRows } from '../support/hostile/row-log.js';
import { uploads } from '../support/hostile/uploads.js';
import { asCurl, closeConnections, type Received, send, type Sent } from '../support/hostile/wire.js';
import { OpenApiCheck } from '../support/openapi-check.js';
import { useService } from '../support/service.js';

const GITHUB = 'a secret that GitHub knows';
const SEED = Number(process.env['FUZZ_SEED'] ?? Date.now() % 1_000_000_000);
const RUNS = Number(process.env['FUZZ_RUNS'] ?? (isFull ? 250 : 12));
const ONLY = process.env['FUZZ_ONLY'];
// On a machine that others share, a pause is not yet a fault of ours.
const PATIENCE_MS = isFull ? 2_000 : 5_000;

// Before the service goes, and its database with it.
afterAll(async () => {
  closeConnections();
  await rows?.close();
});

const service = useService({ GITHUB_WEBHOOK_SECRET: GITHUB });

const counted = { sent: 0, refused: 0, failures: 0, undocumented: 0, writtenByRefused: 0, writtenByReads: 0, slow: 0 };
let slowest = { milliseconds: 0, what: '' };
let base: string;
let rows: RowLog;
let ours: Populated;
let material: Material;
let answers: OpenApiCheck;
let requests: RequestCheck;
let operations: Operation[];

beforeAll(async () => {
  const document = buildDocument(service.app);
  operations = operationsOf(document).filter(({ name }) => !ONLY || name.includes(ONLY));
  answers = new OpenApiCheck(document);
  requests = new RequestCheck(document);
  base = await service.app.getUrl();
  ours = await populate(service);
  const theirs = await populate(service);
  const { owner, admin, member, stranger } = ours.world;
  const bearer = (token: string) => ({ Authorization: `Bearer ${token}` });
  material = {
    known: { own: ours.names, foreign: theirs.names },
    callers: {
      owner: bearer(owner.token),
      admin: bearer(admin.token),
      member: bearer(member.token),
      stranger: bearer(stranger.token),
      cookie: { Cookie: `better-auth.session_token=${owner.token}` },
      'owner elsewhere': bearer(theirs.world.owner.token),
      readKey: { 'X-API-Key': ours.world.keys.read },
      writeKey: bearer(ours.world.keys.write),
      ingestKey: bearer(ours.world.keys.ingest),
      productKey: bearer(ours.productKey),
      nobody: {},
    },
    uploads: await uploads(),
    signed: (body) => ({
      'X-Hub-Signature-256': `sha256=${createHmac('sha256', GITHUB).update(body).digest('hex')}`,
      'X-GitHub-Event': 'issues',
      'X-GitHub-Delivery': 'a delivery',
    }),
  };
  rows = await watchRows(service.databaseUrl);
}, 60_000);

const isRead = ({ verb }: Sent) => verb === 'GET' || verb === 'HEAD';

/** Sends it, and counts what it did. */
async function answerTo(sent: Sent): Promise<Received> {
  const received = await send(base, sent);
  counted.sent += 1;
  if (received.status >= 400) counted.refused += 1;
  if (received.milliseconds > slowest.milliseconds)
    slowest = { milliseconds: received.milliseconds, what: `${sent.verb} ${sent.path.split('?')[0]}` };
  return received;
}

/** What is wrong with the answer to a trial; everything it wrote is taken back. */
async function faultOfTrial(operation: Operation, { sent }: Trial): Promise<string | undefined> {
  const received = await answerTo(sent);
  const written = await rows.changes();
  try {
    return (
      faultOf(answers, operation, sent, received) ??
      faultOfWriting(sent, received, written) ??
      (received.milliseconds > PATIENCE_MS ? `takes ${Math.round(received.milliseconds)} ms` : undefined) ??
      (received.status < 300 ? await faultOfAcceptance(operation, sent, received) : undefined) ??
      (sent.verb === 'GET' && written.length === 0 ? await faultOfHead(sent, received) : undefined)
    );
  } finally {
    if (written.length > 0) await rows.undo();
  }
}

/** Mailed links are followed by reading: each is good once. */
const isMailedLink = ({ path }: Sent) => path.startsWith('/api/auth/verify-email');

function faultOfWriting(sent: Sent, { status }: Received, written: string[]): string | undefined {
  if (status >= 400 && written.length > 0) return `is refused with ${status}, and yet: ${written.join()}`;
  if (isRead(sent) && !isMailedLink(sent) && written.length > 0) return `only reads, and yet: ${written.join()}`;
  return undefined;
}

/** What was accepted must be allowed by its schema, and come back as it was sent. */
async function faultOfAcceptance(operation: Operation, sent: Sent, received: Received): Promise<string | undefined> {
  const broken = requests.mustRefuse(operation, sent);
  if (broken) return `accepts what its schema does not allow: ${broken}`;
  if (isRead(sent) || sent.headers['Content-Encoding']) return undefined;
  const changed = changedTexts(sent, received);
  if (changed.length > 0) return `gives back another ${changed.join()}: ${received.text.slice(0, 500)}`;
  const place = placeOf(operation, sent, received);
  if (place === undefined) return undefined;
  const read = await answerTo({ verb: 'GET', path: place, headers: material.callers['owner']! });
  if (read.status !== 200) return `cannot be read at ${place}: ${read.status} ${read.text.slice(0, 500)}`;
  const kept = changedTexts(sent, read);
  return kept.length > 0
    ? `keeps another ${kept.join()}: ${JSON.stringify(recordOf(JSON.parse(read.text)))}`
    : undefined;
}

/** Where the record of an answer can be read: at its `Location`, or where it was changed, under its slug of now. */
function placeOf({ hasGet, path }: Operation, sent: Sent, { headers, text }: Received): string | undefined {
  if (headers['location']) return String(headers['location']);
  if (!hasGet || sent.verb === 'DELETE') return undefined;
  const here = sent.path.split(/[?#]/)[0]!;
  const { slug } = recordOf(JSON.parse(text));
  return path.endsWith('Slug}') ? here.replace(/[^/]+\/?$/, encodeURIComponent(String(slug))) : here;
}

/** HEAD is GET without a body. */
async function faultOfHead(sent: Sent, got: Received): Promise<string | undefined> {
  const head = await answerTo({ ...sent, verb: 'HEAD' });
  const seen = ({ status, headers }: Received) =>
    JSON.stringify([status, headers['content-type'], headers['etag'], headers['location']]);
  const isVaried = got.status >= 400;
  if (head.text !== '') return `answers HEAD with a body: ${head.text.slice(0, 200)}`;
  if (head.status !== got.status || (!isVaried && seen(head) !== seen(got)))
    return `answers HEAD otherwise than GET: ${seen(head)} ${seen(got)}`;
  return undefined;
}

test(
  'no request to any operation breaks it, is answered otherwise than documented, or changes a row where it is refused',
  async () => {
    const failures: string[] = [];
    for (const operation of operations) {
      const property = fc.asyncProperty(trials(operation, material), async (trial) => {
        const fault = await faultOfTrial(operation, trial);
        if (fault) throw new Error(fault);
      });
      const run = await fc.check(property, { seed: SEED, numRuns: RUNS, interruptAfterTimeLimit: 120_000 });
      if (!run.failed) continue;
      const trial = run.counterexample?.[0];
      const fault = (run.errorInstance as Error | null)?.message ?? 'took too long';
      failures.push(
        [`${operation.name} (${trial?.about}, by ${trial?.caller}) ${fault}`, trial && asCurl(base, trial.sent)].join(
          '\n  ',
        ),
      );
    }
    figures('Hostile input', {
      seed: SEED,
      operations: operations.length,
      'generated requests for each operation': RUNS,
      'requests sent': counted.sent,
      refused: counted.refused,
      'operations that failed': failures.length,
      'slowest answer in ms': `${Math.round(slowest.milliseconds)} (${slowest.what})`,
    });
    if (failures.length > 0) process.stdout.write(`${failures.join('\n\n')}\n`);
    if (failures.length > 0) throw new Error(`FUZZ_SEED=${SEED} FUZZ_RUNS=${RUNS}\n\n${failures.join('\n\n')}`);
  },
  isFull ? 1_800_000 : 240_000,
);
