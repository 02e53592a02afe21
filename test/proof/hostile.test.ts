import fc from 'fast-check';
import { printFigures, isFull } from '../support/figures.js';
import { useFuzzTarget } from '../support/hostile/fuzz-target.js';
import { changedTexts, faultOf, recordOf, RequestCheck } from '../support/hostile/oracle.js';
import type { Operation } from '../support/hostile/operations.js';
import { honestTrials, type Trial, trials, trialsOfEachPlace, trialsOfHeaders } from '../support/hostile/requests.js';
import { asCurl, type ReceivedResponse, send, type SentRequest } from '../support/hostile/wire.js';
import { OpenApiCheck } from '../support/openapi-check.js';

// What judges a commit always draws the same requests, so that two runs of one commit say the same; the full form draws
// others each time.
const SEED = Number(process.env['FUZZ_SEED'] ?? (isFull ? Date.now() % 1_000_000_000 : 1));
const RUNS = Number(process.env['FUZZ_RUNS'] ?? (isFull ? 200 : 10));
/** Part of the name of the operations to try, to look at one of them closely. */
const ONLY = process.env['FUZZ_ONLY'] ?? '';
// On a machine that others share, a pause is not yet a fault of ours.
const PATIENCE_MS = Number(process.env['FUZZ_PATIENCE_MS'] ?? (isFull ? 2_000 : 5_000));

/**
 * These only refuse here: signing in through a provider is off, of downloads nobody knows the names, a decision is
 * taken back once, as is an import, an order names all entries.
 */
const OFF = [
  ...['POST /api/auth/sign-in/social', 'GET /api/auth/callback/oidc', 'GET /downloads/{file}'],
  // Its link is in a mail.
  'GET /unsubscribe',
  // No agent has taken a picture, and no organization has a provider.
  'GET /v1/organizations/{orgId}/products/{productSlug}/findings/{findingId}/picture',
  ...['start/{orgId}', 'callback/{orgId}', 'saml2/metadata/{orgId}'].map((path) => `GET /api/auth/sso/${path}`),
  // The form of bodies of SCIM is told by its own schemas.
  ...['Users', 'Groups'].flatMap((kind) => [
    `POST /api/scim/v2/{orgId}/${kind}`,
    ...['PUT', 'PATCH'].map((verb) => `${verb} /api/scim/v2/{orgId}/${kind}/{scimId}`),
  ]),
  'POST /v1/organizations/{orgId}/findings/decisions/{decisionId}/undo',
  'POST /v1/organizations/{orgId}/products/{productSlug}/imports/{importId}/undo',
  'PATCH /v1/organizations/{orgId}/products/{productSlug}/audits/{auditNumber}/sample',
  // One of four sources, one of four kinds of a step, and a schedule of its own grammar.
  'POST /v1/organizations/{orgId}/products/{productSlug}/monitors',
  'PATCH /v1/organizations/{orgId}/products/{productSlug}/monitors/{monitorNumber}',
  // One run of the monitor that there is is under way.
  'POST /v1/organizations/{orgId}/products/{productSlug}/monitors/{monitorNumber}/runs',
  // The fuzzer sends pictures and texts, none of which is a file of an audit.
  'POST /v1/organizations/{orgId}/products/{productSlug}/audits/{auditNumber}/import',
  'POST /v1/organizations/{orgId}/products/{productSlug}/imports',
  'POST /v1/organizations/{orgId}/products/{productSlug}/imports/preview',
  // Nor is any a sitemap, a list of pages or a report of OpenACR.
  'POST /v1/organizations/{orgId}/products/{productSlug}/pages/import',
  'POST /v1/organizations/{orgId}/products/{productSlug}/conformance-reports/import',
  // No import is under way, no issue is in a tracker, and no secret was kept.
  'POST /v1/organizations/{orgId}/products/{productSlug}/imports/{importId}/cancel',
  'DELETE /v1/organizations/{orgId}/products/{productSlug}/issues/{issueNumber}/tracker',
  'POST /v1/organizations/{orgId}/products/{productSlug}/tracker-connections/{connectionId}/differences/{issueNumber}',
  'DELETE /v1/organizations/{orgId}/products/{productSlug}/secrets/{secretName}',
  // Addresses without a path, which no format tells.
  'PUT /v1/organizations/{orgId}/products/{productSlug}/secrets/{secretName}',
  // The kind of a tracker or of a provider decides what else is needed.
  'POST /v1/organizations/{orgId}/products/{productSlug}/tracker-connections',
  'PUT /v1/organizations/{orgId}/settings/sign-in',
  // One of two properties, whichever, and the ids that a token has shown.
  'POST /v1/organizations/{orgId}/products/{productSlug}/trusted-publishers',
  'POST /v1/organizations/{orgId}/products/{productSlug}/trusted-publishers/{publisherId}/accept',
];

/**
 * What takes a secret that the fuzzer cannot have: a code of an authenticator, a mailed link that nobody was sent, a
 * token of a provider.
 */
const takesSecret = ({ verb, path }: Operation): boolean =>
  verb !== 'GET' &&
  (/^\/api\/ingest\/token$|^\/api\/(agent|auth\/sso|webhooks\/trackers)\/|^\/api\/auth\/sign-in\/sso$|^\/api\/auth\/(two-factor\/(?!enable$)|restore-address$|verify-email$)|\/settings\/security$|^\/v1\/me\/(proof|recoveries\/.*\/keep)$/.test(
    path,
  ) ||
    /^\/(accept-invitation|restore-address|unlock-codes|unsubscribe|api\/mail\/unsubscribe)$/.test(path));

const arena = useFuzzTarget();

const tried = { requests: 0, refused: 0, wrote: 0, slowestMs: 0, slowest: '' };
const found = {
  'answers of 5xx': 0,
  'answers not as documented': 0,
  'rows changed by refused requests': 0,
  'rows changed by reads': 0,
  'answers too late': 0,
  'accepted against their schema': 0,
  'refused against their schema': 0,
  'texts not kept as sent': 0,
  'HEAD unlike GET': 0,
};

class Fault extends Error {
  constructor(what: keyof typeof found, message: string, count = 1) {
    super(message);
    found[what] += count;
  }
}

const isRead = ({ verb }: SentRequest) => verb === 'GET' || verb === 'HEAD';
/** Links that are followed by reading: a mailed one is good once, and the way to a provider begins a sign-in. */
const FOLLOWED = ['/api/auth/verify-email', '/api/auth/sso/start/{orgId}'];
const isFollowed = ({ path }: Operation) => FOLLOWED.includes(path);

/** Sends it and measures; whatever was asked, it must not fail. */
async function answerTo(sent: SentRequest): Promise<ReceivedResponse> {
  const received = await send(arena.base, sent);
  const { status, text } = received;
  tried.requests += 1;
  if (status >= 400) tried.refused += 1;
  if (status >= 500) throw new Fault('answers of 5xx', `answers ${status}: ${text} ${logOf(received)}`);
  return received;
}

/**
 * Sends it again where it took long: a machine that others share may pause once, a hostile request is slow each time.
 */
async function promptAnswerTo(sent: SentRequest): Promise<ReceivedResponse> {
  let received = await answerTo(sent);
  for (let tries = 0; tries < 2 && received.milliseconds > PATIENCE_MS; tries += 1) {
    await arena.rows.undo();
    received = await answerTo(sent);
  }
  const { milliseconds } = received;
  if (milliseconds > tried.slowestMs) {
    tried.slowestMs = milliseconds;
    tried.slowest = `${sent.verb} ${sent.path.split('?')[0]!.replace(/[0-9a-f-]{36}/g, '…')}`;
  }
  if (milliseconds > PATIENCE_MS) throw new Fault('answers too late', `takes ${Math.round(milliseconds)} ms`);
  return received;
}

const logOf = ({ headers }: ReceivedResponse): string =>
  arena.service.log.find((line) => line.includes('"err"') && line.includes(String(headers['x-request-id']))) ?? '';

let answers: OpenApiCheck;
let requests: RequestCheck;

beforeAll(() => {
  answers = new OpenApiCheck(arena.document);
  requests = new RequestCheck();
});

/** What a wrong password or code leaves where it is asked for: the event, and the count. */
const COUNTED = ['INSERT account_events', 'INSERT wrong_codes', 'UPDATE sign_in_challenges'];
const checksSecret = ({ path }: Operation) =>
  /^\/api\/auth\/(sign-in\/email|change-password|delete-user|verify-email|two-factor\/|organization\/delete)|^\/accept-invitation/.test(
    path,
  );

/**
 * Throws where the answer to a trial is not as it should be; what it wrote is taken back. True when it was accepted.
 */
async function judge(operation: Operation, { sent, caller }: Trial): Promise<boolean> {
  const received = await promptAnswerTo(sent);
  const accepted = received.status < 300;
  try {
    if (accepted && !isRead(sent) && !operation.page) await judgeAcceptance(operation, sent, received, caller);
  } finally {
    const written = await arena.rows.undo();
    if (written.length > 0) tried.wrote += 1;
    if (received.status >= 400 && written.some((row) => !(COUNTED.includes(row) && checksSecret(operation))))
      throw new Fault(
        'rows changed by refused requests',
        `${received.status}, and yet ${written.join()}`,
        written.length,
      );
    if (isRead(sent) && !isFollowed(operation) && written.length > 0)
      throw new Fault('rows changed by reads', `only reads, and yet ${written.join()}`, written.length);
  }
  const wrong = faultOf(answers, operation, sent, received);
  if (wrong) throw new Fault('answers not as documented', wrong);
  if (accepted && !operation.form) judgeAgainstSchema(operation, sent);
  if (received.status === 400) judgeRefusal(operation, sent, received);
  if (sent.verb === 'GET' && !isFollowed(operation)) await judgeHead(operation, sent, received);
  return accepted;
}

/** What was accepted must be allowed by its schema. */
function judgeAgainstSchema(operation: Operation, sent: SentRequest): void {
  const broken = requests.mustRefuse(operation, sent);
  if (broken) throw new Fault('accepted against their schema', `accepts what its schema does not allow: ${broken}`);
}

/**
 * What its schema allows may be refused for what the records say, but not as too long, too many, or of the wrong type.
 */
function judgeRefusal(operation: Operation, sent: SentRequest, { text }: ReceivedResponse): void {
  if (!operation.body || operation.form || sent.headers['Content-Encoding']) return;
  const { code, errors = [] } = JSON.parse(text) as { code: string; errors?: { path: string; code: string }[] };
  if (code !== 'invalid_input' && code !== 'VALIDATION_ERROR') return;
  // Names that every object has are refused even where a free object may stand, which no schema can say.
  const isInherited = (path: string) => path.split('/').at(-1)! in Object.prototype;
  const [wrong] = errors.filter(({ path, code }) => path !== '' && !isInherited(path) && OF_SCHEMAS.includes(code));
  if (wrong && !requests.mustRefuse(operation, sent))
    throw new Fault('refused against their schema', `refuses what its schema allows: ${text}`);
}

const OF_SCHEMAS = ['too_long', 'too_short', 'too_many', 'too_few', 'out_of_range', 'wrong_type', 'unknown_property'];

/** What was accepted must come back as it was sent, and be found where the answer says. */
async function judgeAcceptance(
  operation: Operation,
  sent: SentRequest,
  received: ReceivedResponse,
  caller: string,
): Promise<void> {
  if (sent.headers['Content-Encoding']) return;
  const changed = changedTexts(sent, received);
  if (changed.length > 0)
    throw new Fault('texts not kept as sent', `answers another ${changed.join()}: ${received.text}`);
  const place = placeOf(operation, sent, received);
  if (place === undefined) return;
  // Not every key may read what it made.
  const reader = caller === 'owner elsewhere' ? caller : 'owner';
  const read = await answerTo({ verb: 'GET', path: place, headers: arena.material.callers[reader]! });
  if (read.status !== 200) throw new Fault('answers not as documented', `is not to be read at ${place}: ${read.text}`);
  const kept = changedTexts(sent, read);
  if (kept.length > 0) throw new Fault('texts not kept as sent', `keeps another ${kept.join()}: ${read.text}`);
}

/** Where the record of an answer can be read: at its `Location`, or where it was changed, under its slug of now. */
function placeOf(
  { hasGet, path }: Operation,
  sent: SentRequest,
  { headers, text }: ReceivedResponse,
): string | undefined {
  if (headers['location']) return String(headers['location']);
  if (!hasGet || sent.verb === 'DELETE') return undefined;
  const here = sent.path.split(/[?#]/)[0]!;
  if (text === '') return here;
  const { slug } = recordOf(JSON.parse(text));
  return path.endsWith('Slug}') ? here.replace(/[^/]+\/?$/, encodeURIComponent(String(slug))) : here;
}

/** HEAD is GET without a body. */
async function judgeHead({ path }: Operation, sent: SentRequest, got: ReceivedResponse): Promise<void> {
  const head = await answerTo({ ...sent, verb: 'HEAD' });
  const seen = ({ status, headers }: ReceivedResponse) =>
    JSON.stringify([status, ...['content-type', 'etag', 'location'].map((name) => status < 400 && headers[name])]);
  // These say when they were made.
  if (/^\/v1\/me\/export|\/grade\/simulate/.test(path) || sent.path.includes('format=docx')) return;
  if (head.text !== '' || seen(head) !== seen(got))
    throw new Fault('HEAD unlike GET', `${seen(head)} ${head.text.slice(0, 200)} for HEAD, ${seen(got)} for GET`);
}

const failures: string[] = [];

/** Jest cuts what it says of a failure: it is told in full here. */
function failed(operation: Operation, { about, caller, sent }: Trial, { message }: Error): void {
  failures.push(`${operation.name} (${about}, by ${caller}) ${message.slice(0, 3_000)}\n  ${asCurl(arena.base, sent)}`);
  process.stdout.write(`FUZZ_SEED=${SEED} FUZZ_RUNS=${RUNS} ${failures.at(-1)}\n\n`);
}

function conclude(name: string, counts: Record<string, string | number>): void {
  printFigures(`Hostile input: ${name}`, {
    seed: SEED,
    ...counts,
    'requests sent': tried.requests,
    'of them refused': tried.refused,
    ...found,
    'seen to change rows': tried.wrote,
    'slowest answer': `${Math.round(tried.slowestMs)} ms, ${tried.slowest}`,
  });
  // Otherwise nobody has watched.
  if (!ONLY) expect(tried.wrote).toBeGreaterThan(0);
  expect(failures).toEqual([]);
  expect(Object.entries(found).filter(([, count]) => count > 0)).toEqual([]);
}

beforeEach(() => {
  failures.length = 0;
  Object.assign(tried, { requests: 0, refused: 0, wrote: 0, slowestMs: 0, slowest: '' });
  for (const what of Object.keys(found)) found[what as keyof typeof found] = 0;
});

const isChosen = ({ name }: Operation): boolean => name.includes(ONLY);

test('no request breaks an operation, is answered otherwise than documented, or changes a row where it is refused', async () => {
  const operations = arena.operations.filter(isChosen);
  const neverAccepted: string[] = [];
  const secret = new Set(operations.filter(takesSecret).map(({ name }) => name));
  let generated = 0;
  for (const operation of operations) {
    let accepted = 0;
    const property = fc.asyncProperty(trials(operation, arena.material), async (trial) => {
      generated += 1;
      if (await judge(operation, trial)) accepted += 1;
    });
    const run = await fc.check(property, { seed: SEED, numRuns: RUNS });
    if (accepted === 0) neverAccepted.push(operation.name);
    const trial = run.counterexample?.[0];
    if (run.failed && trial) failed(operation, trial, run.errorInstance as Error);
  }
  conclude('requests made from the OpenAPI document', {
    operations: operations.length,
    'generated requests': generated,
  });
  expect(operations.length).toBeGreaterThan(ONLY ? 0 : 150);
  expect(generated).toBeGreaterThanOrEqual(operations.length * RUNS);
  if (isFull)
    expect(neverAccepted.filter((name) => !secret.has(name)).sort()).toEqual(
      OFF.filter((name) => name.includes(ONLY)).sort(),
    );
}, 3_600_000);

/**
 * The first of many requests as they should be that is accepted; some operations refuse most for what the records say.
 */
async function acceptedOf(operation: Operation): Promise<Trial | undefined> {
  const honest = honestTrials(operation, arena.material);
  // Most of these are never accepted, and the short form is one of many steps.
  const batches = isFull || !OFF.includes(operation.name) ? 20 : 1;
  for (let batch = 0; batch < batches; batch += 1)
    for (const trial of fc.sample(honest, { seed: SEED + batch, numRuns: 25 }))
      if (await judge(operation, trial)) return trial;
  return undefined;
}

test('no wrong value at any place of a path, a query or a body does either, nor does any odd header', async () => {
  const operations = arena.operations.filter(isChosen);
  const neverAccepted: string[] = [];
  for (const [turn, operation] of operations.entries()) {
    // The files that pictures are shown from may be gone by now.
    const isRefused = takesSecret(operation) || operation.path.startsWith('/uploads');
    const accepted = isRefused ? undefined : await acceptedOf(operation);
    if (!accepted && !isRefused) neverAccepted.push(operation.name);
    const [refused] = fc.sample(honestTrials(operation, arena.material), { seed: SEED, numRuns: 1 });
    for (const trial of [
      ...(accepted ? trialsOfEachPlace(operation, accepted, isFull) : []),
      ...trialsOfHeaders(operation, accepted ?? refused!, arena.material, { all: isFull, turn }),
    ])
      await judge(operation, trial).catch((error: Error) => failed(operation, trial, error));
  }
  conclude('each wrong value at each place, each odd header', { operations: operations.length });
  expect(neverAccepted.sort()).toEqual(OFF.filter((name) => neverAccepted.includes(name)).sort());
}, 3_600_000);
