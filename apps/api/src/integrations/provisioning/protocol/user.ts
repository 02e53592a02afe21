import { isEmailAddress } from '#libs/fields';
import { invalidPath, invalidValue } from './errors.js';
import { operationsOf, type Step, stepsOf } from './operations.js';
import { filledTextOf, isObject, textOf, truthOf, valuesOf, type Values } from './values.js';

/** A mail address that a provider names. */
interface ScimEmail {
  value: string;
  type?: string;
  primary?: boolean;
}

/** What a provider says of a person, and is kept. */
export interface ScimPerson {
  userName: string;
  externalId: string | null;
  displayName: string | null;
  formatted: string | null;
  givenName: string | null;
  familyName: string | null;
  emails: readonly ScimEmail[];
  active: boolean;
}

const MOST_EMAILS = 10;
const LONGEST_TYPE = 50;
const KEPT = ['username', 'externalid', 'displayname', 'name', 'active', 'emails'];
const IGNORED = [
  ...['id', 'schemas', 'meta', 'groups', 'nickname', 'profileurl', 'title', 'usertype', 'preferredlanguage', 'locale'],
  ...[
    'timezone',
    'password',
    'phonenumbers',
    'ims',
    'photos',
    'addresses',
    'entitlements',
    'roles',
    'x509certificates',
  ],
];
const NAMES: ReadonlyMap<string, 'formatted' | 'givenName' | 'familyName'> = new Map([
  ['formatted', 'formatted'],
  ['givenname', 'givenName'],
  ['familyname', 'familyName'],
]);

/** What a body of POST or PUT says; what it does not say is not kept. @throws ScimBadRequest */
export function readPerson(body: unknown): ScimPerson {
  const values = valuesOf(body);
  const name = values.get('name');
  const active = values.get('active') ?? true;
  return {
    userName: filledTextOf('userName', values.get('username')),
    externalId: textOf('externalId', values.get('externalid')),
    displayName: textOf('displayName', values.get('displayname')),
    ...nameOf(name === undefined || name === null ? new Map() : valuesOf(name, 'name')),
    emails: emailsOf(values.get('emails')),
    active: truthOf('active', active),
  };
}

/** What is kept after a body of PATCH. @throws ScimBadRequest */
export function patchPerson(person: ScimPerson, body: unknown): ScimPerson {
  return stepsOf(operationsOf(body), { kept: KEPT, ignored: IGNORED }).reduce(stepOf, person);
}

function stepOf(person: ScimPerson, step: Step): ScimPerson {
  const { attribute, op, sub, filter, value } = step;
  if (attribute === 'emails') return { ...person, emails: patchedEmails(person.emails, step) };
  if (filter) throw invalidPath(`${attribute} has a single value and does not support conditions.`);
  if (attribute === 'name') return { ...person, ...patchedName(person, step) };
  if (sub !== undefined) throw invalidPath(`${attribute} has no sub-attributes.`);
  const given = op === 'remove' ? null : value;
  if (attribute === 'username') return { ...person, userName: filledTextOf('userName', given) };
  if (attribute === 'externalid') return { ...person, externalId: textOf('externalId', given) };
  if (attribute === 'displayname') return { ...person, displayName: textOf('displayName', given) };
  return { ...person, active: truthOf('active', given) };
}

type Name = Pick<ScimPerson, 'formatted' | 'givenName' | 'familyName'>;

const nameOf = (values: Values): Name => ({
  formatted: textOf('name.formatted', values.get('formatted')),
  givenName: textOf('name.givenName', values.get('givenname')),
  familyName: textOf('name.familyName', values.get('familyname')),
});

function patchedName(person: Name, { op, sub, value }: Step): Partial<Name> {
  if (sub !== undefined) {
    const part = NAMES.get(sub);
    return part ? { [part]: op === 'remove' ? null : textOf(`name.${part}`, value) } : {};
  }
  if (op === 'remove') return nameOf(new Map());
  const values = valuesOf(value, 'name');
  const given = [...NAMES].filter(([name]) => values.has(name));
  return {
    ...(op === 'replace' ? nameOf(new Map()) : {}),
    ...pick(
      nameOf(values),
      given.map(([, part]) => part),
    ),
  };
}

const pick = (name: Name, parts: readonly (keyof Name)[]): Partial<Name> =>
  Object.fromEntries(parts.map((part) => [part, name[part]]));

/** A list, or the one that stands for a list. */
function emailsOf(value: unknown): ScimEmail[] {
  if (value === undefined || value === null) return [];
  const list = (Array.isArray(value) ? value : [value]) as unknown[];
  if (list.length > MOST_EMAILS) throw invalidValue(`A person can have at most ${MOST_EMAILS} emails.`);
  return withOnePrimary(list.map((item) => emailOf(typeof item === 'string' ? { value: item } : item)));
}

function emailOf(item: unknown): ScimEmail {
  const values = valuesOf(item, 'An element of emails');
  const value = filledTextOf('emails.value', values.get('value'));
  if (!isEmailAddress(value.toLowerCase())) throw invalidValue(`${value} is not an email address.`);
  const type = textOf('emails.type', values.get('type'), LONGEST_TYPE);
  const primary = values.get('primary') ?? undefined;
  return {
    value,
    ...(type === null ? {} : { type }),
    ...(primary === undefined ? {} : { primary: truthOf('emails.primary', primary) }),
  };
}

function patchedEmails(emails: readonly ScimEmail[], step: Step): ScimEmail[] {
  const { op, sub, filter, value } = step;
  const isMeant = matching(filter);
  if (sub === undefined && !filter) {
    if (op === 'remove') return [];
    const given = emailsOf(value);
    return op === 'replace' ? given : limited([...emails.filter((one) => !has(given, one)), ...given]);
  }
  if (op === 'remove') {
    if (sub === undefined || sub === 'value') return emails.filter((one) => !isMeant(one));
    return emails.map((one) => (isMeant(one) ? without(one, sub) : one));
  }
  if (sub === undefined && !isObject(value)) throw invalidValue('Each element of emails must be a JSON object.');
  const given = sub === undefined ? value : { [sub]: value };
  if (emails.some(isMeant))
    return limited(emails.map((one) => (isMeant(one) ? emailOf({ ...one, ...(given as object) }) : one)));
  // There is none yet that the provider could mean: it becomes one, as its condition says.
  return limited([
    ...emails,
    emailOf({ ...(filter ? { [filter.attribute]: filter.value } : {}), ...(given as object) }),
  ]);
}

function matching(filter: Step['filter']): (email: ScimEmail) => boolean {
  if (!filter) return () => true;
  const { attribute, value } = filter;
  if (attribute === 'primary') {
    const wanted = truthOf('primary', value);
    return ({ primary = false }) => primary === wanted;
  }
  if ((attribute !== 'type' && attribute !== 'value') || typeof value !== 'string')
    throw invalidPath('Emails must be selected by type, value or primary.');
  return (email) => (email[attribute] ?? '').toLowerCase() === value.toLowerCase();
}

const has = (emails: readonly ScimEmail[], { value }: ScimEmail): boolean =>
  emails.some((one) => one.value.toLowerCase() === value.toLowerCase());

function without({ value, type, primary }: ScimEmail, sub: string): ScimEmail {
  return {
    value,
    ...(type !== undefined && sub !== 'type' ? { type } : {}),
    ...(primary !== undefined && sub !== 'primary' ? { primary } : {}),
  };
}

function limited(emails: readonly ScimEmail[]): ScimEmail[] {
  if (emails.length > MOST_EMAILS) throw invalidValue(`A person can have at most ${MOST_EMAILS} emails.`);
  return withOnePrimary(emails);
}

/** Of several that are said to be the main one, the last is. */
function withOnePrimary(emails: readonly ScimEmail[]): ScimEmail[] {
  const main = emails.findLastIndex(({ primary }) => primary);
  return emails.map((email, index) => (email.primary && index !== main ? { ...email, primary: false } : email));
}

/**
 * The address of the account, in lower case: the main one, else that of work, else the first, else the userName.
 * @throws ScimBadRequest `scim_invalid_value` where none is an address
 */
export function addressOf({ emails, userName }: Pick<ScimPerson, 'emails' | 'userName'>): string {
  const email =
    emails.find(({ primary }) => primary) ?? emails.find(({ type }) => type?.toLowerCase() === 'work') ?? emails[0];
  const address = (email?.value ?? userName).toLowerCase();
  if (!isEmailAddress(address)) throw invalidValue('A person requires an email address, in emails or as userName.');
  return address;
}

/** The name of the account. */
export function nameOfPerson({ displayName, formatted, givenName, familyName, userName }: ScimPerson): string {
  const whole = [givenName, familyName].filter((part) => part !== null).join(' ');
  return displayName ?? formatted ?? (whole === '' ? userName : whole);
}
