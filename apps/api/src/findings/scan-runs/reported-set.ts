import { createHash, hash } from 'node:crypto';
import { mapInSlices, pauseBefore, sortInSlices } from '#libs/queues';
import type { Marks } from './marks.js';

/** What identifies a finding of a tool in a product: 128 bits of SHA-256 as a UUID. */
export const identityOf = (ruleId: string, selector: string | null, needsReview = false): string =>
  digestOf(`[${JSON.stringify(ruleId)}, ${JSON.stringify(selector)}${needsReview ? ', "review"' : ''}]`);

/** 128 bits of SHA-256 as a UUID. */
export const digestOf = (text: string): string => uuidOf(hash('sha256', text, 'hex'));

function uuidOf(hex: string): string {
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-${hex.slice(12, 16)}-${hex.slice(16, 20)}-${hex.slice(20, 32)}`;
}

/**
 * A stored set: by difference from its base, or whole. `pages` are lists of addresses as JSON, in the order of `added`,
 * and so are `marks`.
 */
export interface StoredSet {
  id: string;
  baseId: string | null;
  depth: number;
  added: string[];
  removed: string[];
  pages: string;
  /** Null: none of them has any. */
  marks: string | null;
}

/** What a run reported: where each finding is, by identity, as it is compared. */
export type Members = ReadonlyMap<string, string>;

/** Where a finding is, in JSON: its addresses, and its marks where it has any. */
export interface Whereabouts {
  pages: string;
  marks: string | null;
}

/** The same as a member of a set. */
export const memberOf = ({ pages, marks }: Whereabouts): string => (marks === null ? pages : `${pages}\n${marks}`);

const partsOf = (member: string): [pages: string, marks: string | undefined] =>
  member.split('\n') as [string, string | undefined];

// A longer chain costs more to read than a whole set does to write.
const MAX_DEPTH = 30;

/** The digest of what a run reported. */
export async function digestOfMembers(members: Members): Promise<string> {
  const entries = await sortInSlices([...members].map(([identity, pages]) => `${identity}${pages}`));
  const digest = createHash('sha256');
  await mapInSlices(entries, (entry, index) => digest.update(index === 0 ? entry : `\n${entry}`));
  return uuidOf(digest.digest('hex'));
}

/** A member of a set: the addresses on which it is, and its marks there; where it names none, its mark. */
export interface SetMember {
  addresses: readonly string[];
  marks: Marks;
}

/** What a set has, by identity. */
export type MembersOfSet = ReadonlyMap<string, SetMember>;

/** Reads where a finding is. */
export const setMemberOf = ({ pages, marks }: Whereabouts): SetMember => ({
  addresses: JSON.parse(pages) as string[],
  marks: marks === null ? null : (JSON.parse(marks) as Marks),
});

/** The members of a set, from it and the sets it is based on. */
export function membersIn(id: string, sets: ReadonlyMap<string, StoredSet>): Map<string, SetMember> {
  const chain: StoredSet[] = [];
  for (let set = sets.get(id); set; set = set.baseId === null ? undefined : sets.get(set.baseId)) chain.unshift(set);
  const members = new Map<string, SetMember>();
  for (const { added, removed, pages, marks } of chain) {
    for (const identity of removed) members.delete(identity);
    const urls = JSON.parse(pages) as string[][];
    const all = marks === null ? null : (JSON.parse(marks) as Marks[]);
    added.forEach((identity, index) => members.set(identity, { addresses: urls[index]!, marks: all && all[index]! }));
  }
  return members;
}

/** The same as it is compared with what a run reports. */
export async function membersOf(id: string, sets: ReadonlyMap<string, StoredSet>): Promise<Map<string, string>> {
  const members = [...membersIn(id, sets)];
  return new Map(
    await mapInSlices(members, ([identity, { addresses, marks }]): [string, string] => [
      identity,
      memberOf({ pages: JSON.stringify(addresses), marks: marks === null ? null : JSON.stringify(marks) }),
    ]),
  );
}

/** How a run differs from the set that its line had last. */
export interface Difference {
  joined: string[];
  left: string[];
  /** The set as it is stored. */
  stored: Omit<StoredSet, 'id'>;
  /** Most of both is the same. */
  isSimilar: boolean;
}

/** Compares what a run reported with a set; `base` is null where there is none. */
export async function differenceFrom(
  base: { id: string; depth: number; members: Members } | null,
  members: Members,
): Promise<Difference> {
  const identities = [...members.keys()];
  await pauseBefore(identities);
  const before = base?.members ?? new Map<string, string>();
  const joined = identities.filter((identity) => !before.has(identity));
  const left = [...before.keys()].filter((identity) => !members.has(identity));
  const common = members.size - joined.length;
  const isSimilar = base !== null && 2 * common >= Math.max(members.size, before.size);
  const isBased = isSimilar && base.depth < MAX_DEPTH;
  await pauseBefore(identities);
  const changed = isBased
    ? identities.filter((identity) => members.get(identity) !== before.get(identity))
    : identities;
  const parts = await mapInSlices(changed, (identity) => partsOf(members.get(identity)!));
  return {
    joined,
    left,
    isSimilar,
    stored: {
      baseId: isBased ? base.id : null,
      depth: isBased ? base.depth + 1 : 0,
      added: changed,
      removed: isBased ? left : [],
      pages: `[${parts.map(([pages]) => pages).join(',')}]`,
      marks: parts.some(([, marks]) => marks !== undefined)
        ? `[${parts.map(([, marks = 'null']) => marks).join(',')}]`
        : null,
    },
  };
}
