import { isStorable } from '#libs/fields';
import { invalidFilter } from './errors.js';
import { SCHEMA } from './scim.js';

/** What people and groups are found by. */
export type FilterAttribute = 'id' | 'userName' | 'externalId' | 'displayName' | 'emails.value' | 'members.value';

/** A filter: the value that each attribute must have. */
export type Filter = Readonly<Partial<Record<FilterAttribute, string>>>;

/** What is found by nothing: two values of one attribute. */
export const NOTHING = Symbol('nothing');

export const USER_FILTERS = ['id', 'userName', 'externalId', 'displayName', 'emails.value'] as const;
export const GROUP_FILTERS = ['id', 'displayName', 'externalId', 'members.value'] as const;

const LONGEST = 2_000;
const CONDITION = /^([\w$.:-]+(?:\[ *type +eq +"work" *\])?(?:\.value)?) +eq +("(?:[^"\\]|\\.)*") */i;
const AND = /^and +/i;

/** Providers write these for what is meant by the other. */
const SAME: ReadonlyMap<string, FilterAttribute> = new Map([
  ['emails', 'emails.value'],
  ['emails[type eq "work"]', 'emails.value'],
  ['emails[type eq "work"].value', 'emails.value'],
  ['members', 'members.value'],
]);

/**
 * Reads `userName eq "ada" and externalId eq "7"`; names and words in any case.
 * @throws ScimBadRequest `scim_invalid_filter`
 */
export function parseFilter(text: string | undefined, allowed: readonly FilterAttribute[]): Filter | typeof NOTHING {
  if (text === undefined) return {};
  if (text.length > LONGEST) throw invalidFilter(`A filter can have at most ${LONGEST} characters.`);
  const found: Partial<Record<FilterAttribute, string>> = {};
  let isNothing = false;
  for (let rest = text.trim(); ;) {
    const condition = CONDITION.exec(rest);
    if (!condition)
      throw invalidFilter(
        `Filters must have the form \`attribute eq "value"\`, joined by \`and\`, with the attributes ${allowed.join(', ')}.`,
      );
    const attribute = attributeOf(condition[1]!, allowed);
    const value = valueOf(condition[2]!);
    isNothing ||= found[attribute] !== undefined && found[attribute] !== value;
    found[attribute] = value;
    rest = rest.slice(condition[0].length);
    if (rest === '') return isNothing ? NOTHING : found;
    if (!AND.test(rest)) throw invalidFilter('Conditions must be joined by `and`.');
    rest = rest.replace(AND, '');
  }
}

function attributeOf(written: string, allowed: readonly FilterAttribute[]): FilterAttribute {
  const name = withoutSchema(written).toLowerCase().replace(/ +/g, ' ').replace('[ ', '[').replace(' ]', ']');
  const meant = SAME.get(name) ?? name;
  const attribute = allowed.find((one) => one.toLowerCase() === meant.toLowerCase());
  if (!attribute) throw invalidFilter(`Filtering by ${written} is not supported; use ${allowed.join(', ')}.`);
  return attribute;
}

function valueOf(quoted: string): string {
  let value: unknown;
  try {
    value = JSON.parse(quoted);
  } catch {
    throw invalidFilter('The value of a condition must be a JSON string.');
  }
  if (typeof value !== 'string' || !isStorable(value)) throw invalidFilter('The value contains invalid characters.');
  return value;
}

/** The name of an attribute without the schema that may stand before it. */
export function withoutSchema(name: string): string {
  const schema = [SCHEMA.user, SCHEMA.group].find((urn) => name.toLowerCase().startsWith(`${urn.toLowerCase()}:`));
  return schema ? name.slice(schema.length + 1) : name;
}
