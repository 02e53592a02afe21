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

const externalId = text('externalId', 'The identifier at the provider.', { caseExact: true });

const readOnly = { mutability: 'readOnly' } as const;

/** What is kept of a person. */
export const USER_SCHEMA = {
  id: SCHEMA.user,
  name: 'User',
  description: 'A person of the organization.',
  attributes: [
    text('userName', 'The user name at the provider, usually an email address.', {
      required: true,
      uniqueness: 'server',
    }),
    externalId,
    other('name', 'complex', 'The name of the person.', {
      subAttributes: [
        text('formatted', 'The full name.'),
        text('givenName', 'The given name.'),
        text('familyName', 'The family name.'),
      ],
    }),
    text('displayName', 'The display name.'),
    other('active', 'boolean', 'Whether the person is a member of the organization.'),
    other(
      'emails',
      'complex',
      'Email addresses; the primary one, otherwise the work address, is that of the account.',
      {
        multiValued: true,
        subAttributes: [
          text('value', 'The address, at a verified domain of the organization.'),
          text('type', 'The type of the address.', { canonicalValues: ['work', 'home', 'other'] }),
          other('primary', 'boolean', 'Whether it is the primary address.'),
        ],
      },
    ),
    other('groups', 'complex', 'The groups of the person.', {
      ...readOnly,
      multiValued: true,
      subAttributes: [
        text('value', 'The id of the group.', readOnly),
        reference('The URL of the group.', ['Group'], readOnly),
        text('display', 'The name of the group.', readOnly),
      ],
    }),
  ],
} as const;

/** What is kept of a group. */
export const GROUP_SCHEMA = {
  id: SCHEMA.group,
  name: 'Group',
  description: 'A group of the provider; it can assign a role and a team.',
  attributes: [
    text('displayName', 'The name of the group.', { required: true, uniqueness: 'server' }),
    externalId,
    other('members', 'complex', 'The members of the group.', {
      multiValued: true,
      subAttributes: [
        text('value', 'The id of a person.', { mutability: 'immutable' }),
        reference('The URL of the person; only `value` is used.', ['User'], { mutability: 'immutable' }),
        text('type', 'User: nested groups are not supported.', { mutability: 'immutable', canonicalValues: ['User'] }),
        text('display', 'The name of the person.', readOnly),
      ],
    }),
  ],
} as const;
