import { domainToUnicode } from 'node:url';
import { isEmailAddress, isStorable, toOneLine } from '#libs/fields';
import { domainOfAddress } from '../domains/domain-name.js';
import type {
  AttributeNames,
  GroupRole,
  OrganizationSignIn,
  ProvidedRole,
} from '../settings/organization-sign-in.entity.js';

/** What the provider of an organization says of a person; verified, so far as it may say so. */
export interface ProvidedPerson {
  /** By which the person is known again; never an address. */
  subject: string;
  email?: string;
  /** Whether the provider says that it has not verified the address. */
  isAddressUnverified: boolean;
  name: string;
  groups: string[];
  /** The names of what the provider has told. */
  attributeNames: string[];
  /** When the provider asked who is there; null: it does not say. */
  authenticatedAt: Date | null;
}

const LONGEST_ADDRESS = 254;
const MOST_GROUPS = 2000;
const MAX_ATTRIBUTE_NAMES = 100;

/** What is not read yet of a person: values as the provider sends them, of any type. */
export interface RawPerson extends Pick<ProvidedPerson, 'isAddressUnverified' | 'authenticatedAt'> {
  subject: string;
  /** By the name of the attribute. */
  attributes: ReadonlyMap<string, unknown>;
}

/** Reads a person by the names that an organization has set. What cannot be stored is left out. */
export function providedPerson({ subject, attributes, ...facts }: RawPerson, names: AttributeNames): ProvidedPerson {
  const email = textOf(attributes.get(names.email))?.toLowerCase();
  const known = email !== undefined && email.length <= LONGEST_ADDRESS && isEmailAddress(email) ? email : undefined;
  const name = toOneLine(textOf(attributes.get(names.name)) ?? '');
  return {
    ...facts,
    subject,
    email: known,
    name: name ?? toOneLine(known?.split('@')[0] ?? '') ?? 'Somebody',
    groups: textsOf(attributes.get(names.groups)).slice(0, MOST_GROUPS),
    attributeNames: [...attributes.keys()].slice(0, MAX_ATTRIBUTE_NAMES),
  };
}

/** Whether an address is of one of these domains, and written as the domain is. */
export function isOfDomains(email: string, domains: readonly string[]): boolean {
  const domain = domainOfAddress(email);
  const written = email.slice(email.lastIndexOf('@') + 1);
  return domains.includes(domain) && (written === domain || written === domainToUnicode(domain));
}

/** What somebody of these groups gets: the highest role, and the first team; undefined: nothing. */
export function grantOf(
  { groups, createRole }: Pick<OrganizationSignIn, 'groups' | 'createRole'>,
  memberOf: readonly string[],
): { role: ProvidedRole; teamId: string | null } | undefined {
  const given = groups.filter(({ group }) => memberOf.includes(group));
  const role = highest(given) ?? createRole;
  return role ? { role, teamId: given.find(({ teamId }) => teamId !== null)?.teamId ?? null } : undefined;
}

const highest = (given: readonly GroupRole[]): ProvidedRole | undefined =>
  given.some(({ role }) => role === 'admin') ? 'admin' : given[0]?.role;

const textOf = (value: unknown): string | undefined => {
  const [first, ...more] = textsOf(value);
  // Of several addresses or names none is the one.
  return more.length === 0 ? first : undefined;
};

const textsOf = (value: unknown): string[] =>
  [value].flat().flatMap((one) => {
    const text = typeof one === 'string' && isStorable(one) ? one.trim() : '';
    return text ? [text] : [];
  });
