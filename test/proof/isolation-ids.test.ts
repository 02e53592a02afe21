import { printFigures } from '../support/figures.js';
import { fingerprint } from '../support/fingerprint.js';
import { useFuzzTarget } from '../support/hostile/fuzz-target.js';
import type { Operation, Schema } from '../support/hostile/operations.js';
import type { Names } from '../support/hostile/populated.js';

const arena = useFuzzTarget();

type Json = string | number | boolean | null | Json[] | { [name: string]: Json };

/** One place of an operation that takes an id: in its path, its query or its body. */
interface Slot {
  operation: Operation;
  where: 'path' | 'query' | 'body';
  name: string;
  /** Where in the body, from outside in. */
  way: string[];
}

const MISSING = '00000000-0000-7000-8000-000000000000';
// What makes a request with this property one that could succeed.
const COMPANIONS: Record<string, Record<string, Json>> = {
  duplicateOfId: { action: 'dismiss', reason: 'duplicate' },
};
// Words of the caller's own, and secrets, which are no ids.
const NO_IDS = new Set([
  'email',
  'password',
  'currentPassword',
  'newPassword',
  'token',
  'tool',
  'ruleId',
  'url',
  'domain',
]);

const kindOf = (operation: Operation, name: string): string =>
  name === 'ids' ? `${operation.path.split('/').at(-2)} ids` : name;

/**
 * Open by design: pictures and what was published are public under names that nobody guesses, and whoever has the link
 * of another's invitation hears, as the official client expects, that it is not theirs. Who is not signed in yet names
 * the organization by whose provider they come in, and what its provider must know of us is no secret.
 */
const OPEN = /^\/(uploads|public)|(get|accept|reject)-invitation$|\/sign-in\/sso$|\/sso\/(start|saml2\/metadata)\//;

/** The values by which this name means something of the other organization, and of it alone. */
function foreign({ operation, name }: Slot): (string | number)[] {
  const { own, foreign: theirs } = arena.material.known;
  const kind = kindOf(operation, name);
  const names = kind === 'requirementIds' ? [...theirs['requirementIds']!, ...theirs['requirementId']!] : theirs[kind];
  return (names ?? []).filter((value) => typeof value === 'string' && !own[kind]!.includes(value));
}

function slotsOf(operation: Operation): Slot[] {
  const slot = (where: Slot['where'], name: string, way: string[] = []): Slot => ({ operation, where, name, way });
  const inside = (schema: Schema | undefined, way: string[]): Slot[] =>
    Object.entries(schema?.properties ?? {}).flatMap(([name, property]) => [
      slot('body', name, [...way, name]),
      ...inside(property, [...way, name]),
    ]);
  return [
    ...operation.variables.map((name) => slot('path', name)),
    ...operation.query.map(({ name }) => slot('query', name)),
    ...(operation.body?.oneOf ?? operation.body?.anyOf ?? [operation.body]).flatMap((body) => inside(body, [])),
  ].filter((one) => !NO_IDS.has(one.name) && foreign(one).length > 0);
}

/** The least of a value of this schema, of our own records where it names some. */
function least(schema: Schema, name: string, operation: Operation, own: Names): Json {
  const type = [schema.type ?? 'string'].flat()[0];
  if (schema.enum) return schema.enum[0] as Json;
  if (type === 'object') return leastObject(schema, operation, own, []);
  if (type === 'array') return [least(schema.items ?? {}, name, operation, own)];
  if (type === 'boolean') return true;
  const known = own[kindOf(operation, name)]?.[0];
  return known ?? (type === 'integer' ? 1 : 'Example');
}

function leastObject(schema: Schema, operation: Operation, own: Names, also: string[]): { [name: string]: Json } {
  const wanted = [...(schema.required ?? []), ...also.slice(0, 1)];
  return Object.fromEntries(
    Object.entries(schema.properties ?? {})
      .filter(([name]) => wanted.includes(name))
      .map(([name, property]) => [
        name,
        property.properties
          ? leastObject(property, operation, own, also.slice(1))
          : least(property, name, operation, own),
      ]),
  );
}

/** The request that would do something with our own records, but for this one value. */
async function tried({ operation, where, name, way }: Slot, value: string | number): Promise<[number, string, string]> {
  const { own } = arena.material.known;
  const path = operation.path.replace(/\{(\w+)\}/g, (_, variable: string) =>
    encodeURIComponent(String(where === 'path' && variable === name ? value : (own[variable]?.[0] ?? 'none'))),
  );
  const query = where === 'query' ? `?${name}=${encodeURIComponent(value)}` : '';
  const schema = operation.body?.oneOf?.[0] ?? operation.body?.anyOf?.[0] ?? operation.body;
  const body = schema ? leastObject(schema, operation, own, way) : {};
  if (where === 'body') put(body, way, value);
  const caller = arena.service.as(arena.ours.world.owner.token);
  const request = caller[operation.verb.toLowerCase() as 'get'](path + query);
  const answer = await (operation.verb === 'GET' ? request : request.send(body));
  return [answer.status, String((answer.body as { code?: string } | null)?.code ?? ''), answer.text ?? ''];
}

function put(body: { [name: string]: Json }, way: string[], value: Json): void {
  const [name, ...rest] = way as [string, ...string[]];
  Object.assign(body, COMPANIONS[way.at(-1)!]);
  if (rest.length > 0) return put(body[name] as { [name: string]: Json }, rest, value);
  body[name] = Array.isArray(body[name]) ? [value] : value;
}

/** Everything that the other organization has. */
function theirs(): Promise<string> {
  const { organizationId, productId } = arena.material.known.foreign;
  return fingerprint(arena.service, { organizationId: String(organizationId![0]), productId: String(productId![0]) });
}

test('every id of another organization is to us an id of nothing: in paths, queries, bodies and in bulk', async () => {
  const before = await theirs();
  const all = new Set(
    Object.values(arena.material.known.foreign)
      .flat()
      .filter((value) => /^[0-9a-f]{8}-/.test(String(value))),
  );
  for (const value of Object.values(arena.material.known.own).flat()) all.delete(value);
  const slots = arena.operations.filter(({ upload, path }) => !upload && !OPEN.test(path)).flatMap(slotsOf);
  const deviations: unknown[] = [];
  let cases = 0;
  for (const slot of slots) {
    const [status, code] = await tried(slot, MISSING);
    for (const value of foreign(slot)) {
      const [theirStatus, theirCode, text] = await tried(slot, value);
      cases += 1;
      const told = [...all].filter((id) => id !== value && text.includes(String(id)));
      if (theirStatus !== status || theirCode !== code || told.length > 0)
        deviations.push([slot.operation.name, slot.where, slot.name, theirStatus, theirCode, status, code, told]);
    }
  }
  const isUnchanged = (await theirs()) === before;
  printFigures('Ids of another organization', {
    'places that take an id': slots.length,
    'requests with an id of another organization': cases,
    'answered otherwise than an id of nothing': deviations.length,
    'its rows changed': isUnchanged ? 0 : 'some',
  });
  expect(deviations).toEqual([]);
  expect(isUnchanged).toBe(true);
  expect(slots.length).toBeGreaterThan(100);
}, 300_000);
