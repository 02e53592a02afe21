import { MOST_OF_PAGE } from '../protocol/paging.js';
import { type ScimResource, SCHEMA } from '../protocol/scim.js';
import { GROUP_SCHEMA, USER_SCHEMA } from './schemas.js';

/** What is served of SCIM. @param base the base URL of the organization */
export const serviceProviderConfig = (base: string): ScimResource => ({
  schemas: [SCHEMA.serviceProviderConfig],
  patch: { supported: true },
  bulk: { supported: false, maxOperations: 0, maxPayloadSize: 0 },
  filter: { supported: true, maxResults: MOST_OF_PAGE },
  changePassword: { supported: false },
  sort: { supported: false },
  etag: { supported: false },
  authenticationSchemes: [
    {
      type: 'oauthbearertoken',
      name: 'Provisioning token',
      description: 'A token created by an owner of the organization, sent as Authorization: Bearer.',
      specUri: 'https://www.rfc-editor.org/info/rfc6750',
      primary: true,
    },
  ],
  meta: { resourceType: 'ServiceProviderConfig', location: `${base}/ServiceProviderConfig` },
});

/** The kinds of resources. */
export const resourceTypes = (base: string): ScimResource[] =>
  [
    { id: 'User', endpoint: '/Users', schema: SCHEMA.user, description: USER_SCHEMA.description },
    { id: 'Group', endpoint: '/Groups', schema: SCHEMA.group, description: GROUP_SCHEMA.description },
  ].map((type) => ({
    schemas: [SCHEMA.resourceType],
    ...type,
    name: type.id,
    schemaExtensions: [],
    meta: { resourceType: 'ResourceType', location: `${base}/ResourceTypes/${type.id}` },
  }));

/** Their schemas. */
export const schemas = (base: string): ScimResource[] =>
  [USER_SCHEMA, GROUP_SCHEMA].map((schema) => ({
    schemas: [SCHEMA.schema],
    ...schema,
    meta: { resourceType: 'Schema', location: `${base}/Schemas/${schema.id}` },
  }));
