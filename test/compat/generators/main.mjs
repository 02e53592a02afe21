// Starts the built service, makes the same calls by each generated client, each as a person of its own, and fails where
// a call is refused that should not be, or where the clients got different answers.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { startService } from '../better-auth/service.mjs';
import { firstDay } from './made/run/calls.js';
import { CLIENTS } from './made/run/clients.js';

const CALLS = 40;
/** Of the answers what a client acts on beside the body. */
const HEADERS = ['content-type', 'etag', 'idempotency-replayed', 'link', 'location'];

const { paths, components } = JSON.parse(readFileSync(new URL('../../../openapi.json', import.meta.url), 'utf8'));
const resolved = (it) => (it.$ref ? components.parameters[it.$ref.split('/').at(-1)] : it);
const operations = new Map(
  Object.entries(paths).flatMap(([url, item]) =>
    Object.entries(item).map(([method, { operationId, parameters = [], requestBody }]) => {
      const places = parameters.map((parameter) => resolved(parameter).in);
      const name = operationId.replace(/_(\w)/g, (_, letter) => letter.toUpperCase());
      const has = {
        hasBody: Boolean(requestBody),
        hasQuery: places.includes('query'),
        hasHeader: places.includes('header'),
      };
      return [operationId, { name, method, url, ...has }];
    }),
  ),
);

/** The answers without what differs by person and moment: ids (by their order), secrets, digests, moments. */
function comparable(answers, own) {
  const ids = new Map();
  const numbered = (id) => {
    if (!ids.has(id)) ids.set(id, `id ${ids.size + 1}`);
    return ids.get(id);
  };
  return answers.map(({ id, status, headers, data }) => {
    const kept = Object.fromEntries(HEADERS.map((name) => [name, headers.get(name)]));
    const text = JSON.stringify({ id, status, kept, data: data || null })
      .replaceAll(own, 'own')
      .replace(/[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}/g, numbered)
      .replace(/"(token|etag)":"(?:[^"\\]|\\.)*"/g, '"$1":"secret"')
      .replace(/svc_\w+/g, 'secret')
      // A client writes lists of values in its own way, and the address of the next page repeats it.
      .replace(/\?[^>"]*>; rel=\\"next/g, '>; rel=\\"next')
      .replace(/\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?Z/g, 'moment');
    return JSON.parse(text);
  });
}

/** Makes the calls by one client. */
async function answersBy(client, name) {
  const answers = [];
  let credential = {};
  const use = ({ token, key }) => (credential = token ? { authorization: `Bearer ${token}` } : { 'x-api-key': key });
  const call = async (id, sent, refusal) => {
    const answer = await client({ ...operations.get(id), sent }, credential);
    const isAsDue = refusal ? answer.status === refusal : answer.status < 300;
    assert.ok(isAsDue, `${name}: ${id} is answered ${answer.status}: ${JSON.stringify(answer.data)}`);
    answers.push({ id, ...answer });
    return answer;
  };
  await firstDay(call, use, name);
  return answers;
}

const { base, stop } = await startService();
try {
  const byClient = new Map();
  for (const [generator, connect] of Object.entries(CLIENTS)) {
    const name = `team-of-${generator}`;
    byClient.set(generator, comparable(await answersBy(connect(base), name), name));
  }
  const [[, expected], ...others] = byClient;
  assert.equal(expected.length, CALLS);
  for (const [generator, answers] of others)
    for (const [i, answer] of answers.entries())
      assert.deepEqual(answer, expected[i], `${generator} got another answer of ${answer.id}`);
  console.log(`${byClient.size} clients, ${CALLS} calls each: the same answers`);
} finally {
  await stop();
}
