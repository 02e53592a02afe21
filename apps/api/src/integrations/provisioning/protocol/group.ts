import { isId } from '#libs/ids';
import { invalidPath, invalidValue } from './errors.js';
import { operationsOf, type Step, stepsOf } from './operations.js';
import { filledTextOf, textOf, valuesOf } from './values.js';

/** What a provider says of a group, and is kept. */
export interface ScimGroup {
  displayName: string;
  externalId: string | null;
}

/** What becomes of the members of a group: of those that there are all but `removed` stay, or none, and some come. */
export interface MemberChange {
  keeps: boolean;
  added: ReadonlySet<string>;
  removed: ReadonlySet<string>;
}

const KEPT = ['displayname', 'externalid', 'members'];
const IGNORED = ['id', 'schemas', 'meta'];

/** What a body of POST or PUT says. @throws ScimBadRequest */
export function readGroup(body: unknown): ScimGroup & { members: MemberChange } {
  const values = valuesOf(body);
  return {
    displayName: filledTextOf('displayName', values.get('displayname')),
    externalId: textOf('externalId', values.get('externalid')),
    members: { keeps: false, added: new Set(idsOf(values.get('members'))), removed: new Set() },
  };
}

/** What is kept after a body of PATCH. @throws ScimBadRequest */
export function patchGroup(group: ScimGroup, body: unknown): ScimGroup & { members: MemberChange } {
  const members: ChangingMembers = { keeps: true, added: new Set(), removed: new Set() };
  const patched = stepsOf(operationsOf(body), { kept: KEPT, ignored: IGNORED }).reduce<ScimGroup>(
    (patchedSoFar, step) => {
      if (step.attribute !== 'members') return patchedGroup(patchedSoFar, step);
      patchMembers(members, step);
      return patchedSoFar;
    },
    group,
  );
  return { ...patched, members };
}

function patchedGroup(group: ScimGroup, { attribute, op, sub, filter, value }: Step): ScimGroup {
  if (filter || sub !== undefined) throw invalidPath(`${attribute} has no sub-attributes.`);
  const given = op === 'remove' ? null : value;
  if (attribute === 'displayname') return { ...group, displayName: filledTextOf('displayName', given) };
  return { ...group, externalId: textOf('externalId', given) };
}

/** The same while steps are taken: each adds to it, since a body may have many steps and many members. */
interface ChangingMembers extends MemberChange {
  added: Set<string>;
  removed: Set<string>;
}

function patchMembers(change: ChangingMembers, { op, sub, filter, value }: Step): void {
  if (sub !== undefined && sub !== 'value') throw invalidPath('Members must be changed by their value.');
  if (filter) {
    if (filter.attribute !== 'value' || typeof filter.value !== 'string')
      throw invalidPath('Members must be selected by their value.');
    if (op === 'remove') remove(change, [filter.value.toLowerCase()]);
    else add(change, [personId(filter.value)]);
  } else if (op === 'add') add(change, idsOf(value));
  else if (op === 'replace' || value === undefined || value === null) keepNone(change, idsOf(value));
  // Entra ID names those to remove in the value.
  else
    remove(
      change,
      membersOf(value).map((member) => filledTextOf('members.value', member).toLowerCase()),
    );
}

function add({ added, removed }: ChangingMembers, ids: readonly string[]): void {
  for (const id of ids) {
    added.add(id);
    removed.delete(id);
  }
}

function remove({ added, removed }: ChangingMembers, ids: readonly string[]): void {
  for (const id of ids) {
    removed.add(id);
    added.delete(id);
  }
}

function keepNone(change: ChangingMembers, ids: readonly string[]): void {
  Object.assign(change, { keeps: false, added: new Set(ids), removed: new Set() });
}

/** The ids of members, in lower case. */
const idsOf = (value: unknown): string[] =>
  value === undefined || value === null ? [] : membersOf(value).map(personId);

function membersOf(value: unknown): unknown[] {
  return ((Array.isArray(value) ? value : [value]) as unknown[]).map((item) => {
    if (typeof item === 'string') return item;
    const values = valuesOf(item, 'An element of members');
    const type = values.get('type');
    if (typeof type === 'string' && type.toLowerCase() === 'group')
      throw invalidValue('Nested groups are not supported; assign people.');
    return values.get('value');
  });
}

function personId(value: unknown): string {
  const id = filledTextOf('members.value', value).toLowerCase();
  if (!isId(id)) throw invalidValue(`There is no person ${id.slice(0, 100)} here.`);
  return id;
}
