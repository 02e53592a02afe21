import { SCHEMA } from '../protocol/scim.js';

/** An attribute of a schema (RFC 7643, 7). */
interface Attribute {
  name: string;
  type: 'string' | 'boolean' | 'complex' | 'reference';
  multiValued: boolean;
  description: string;
  required: boolean;
  caseExact?: boolean;
  mutability: 'readWrite' | 'readOnly' | 'immutable';
  returned: 'default';
  uniqueness?: 'none' | 'server';
  referenceTypes?: readonly string[];
  /** What it may be. */
  canonicalValues?: readonly string[];
  subAttributes?: readonly Attribute[];
}

type More = Partial<Omit<Attribute, 'name' | 'description'>>;

const text = (name: string, description: string, more: More = {}): Attribute => ({
  name,
  type: 'string',
  multiValued: false,
  description,
  required: false,
  caseExact: false,
  mutability: 'readWrite',
  returned: 'default',
  uniqueness: 'none',
  ...more,
});

const other = (name: string, type: 'boolean' | 'complex', description: string, more: More = {}): Attribute => ({
  name,
  type,
  multiValued: false,
  description,
  required: false,
  mutability: 'readWrite',
  returned: 'default',
  ...more,
});

const reference = (description: string, referenceTypes: readonly string[], more: More): Attribute => ({
  ...text('$ref', description, { caseExact: true, ...more }),
  type: 'reference',
  referenceTypes,
});

const externalId = text('externalId', 'What the provider calls it.', { caseExact: true });

const readOnly = { mutability: 'readOnly' } as const;

/** What is kept of a person. */
export const USER_SCHEMA = {
  id: SCHEMA.user,
  name: 'User',
  description: 'A person of the organization.',
  attributes: [
    text('userName', 'The name at the provider, mostly a mail address.', { required: true, uniqueness: 'server' }),
    externalId,
    other('name', 'complex', 'The name of the person.', {
      subAttributes: [
        text('formatted', 'The whole name.'),
        text('givenName', 'The given name.'),
        text('familyName', 'The family name.'),
      ],
    }),
    text('displayName', 'The name that others see.'),
    other('active', 'boolean', 'Whether the person belongs to the organization.'),
    other('emails', 'complex', 'Mail addresses; the primary one, else that of work, is that of the account.', {
      multiValued: true,
      subAttributes: [
        text('value', 'The address, at a domain that the organization has proved.'),
        text('type', 'What it is for.', { canonicalValues: ['work', 'home', 'other'] }),
        other('primary', 'boolean', 'Whether it is the main address.'),
      ],
    }),
    other('groups', 'complex', 'The groups that the person is in.', {
      ...readOnly,
      multiValued: true,
      subAttributes: [
        text('value', 'The id of the group.', readOnly),
        reference('The address of the group.', ['Group'], readOnly),
        text('display', 'The name of the group.', readOnly),
      ],
    }),
  ],
} as const;

/** What is kept of a group. */
export const GROUP_SCHEMA = {
  id: SCHEMA.group,
  name: 'Group',
  description: 'A group of people at the provider: it may give a role and a team.',
  attributes: [
    text('displayName', 'The name of the group.', { required: true, uniqueness: 'server' }),
    externalId,
    other('members', 'complex', 'The people in the group.', {
      multiValued: true,
      subAttributes: [
        text('value', 'The id of a person.', { mutability: 'immutable' }),
        reference('The address of the person; `value` counts.', ['User'], { mutability: 'immutable' }),
        text('type', 'User: there are no groups in groups.', { mutability: 'immutable', canonicalValues: ['User'] }),
        text('display', 'The name of the person.', readOnly),
      ],
    }),
  ],
} as const;
