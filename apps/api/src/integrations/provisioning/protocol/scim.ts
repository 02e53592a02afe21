/** The media type of SCIM (RFC 7644, 3.1). */
export { SCIM_TYPE } from '../../../platform/http/scim-type.js';

/** The schemas of what is sent and answered, by their URNs. */
export const SCHEMA = {
  user: 'urn:ietf:params:scim:schemas:core:2.0:User',
  group: 'urn:ietf:params:scim:schemas:core:2.0:Group',
  enterpriseUser: 'urn:ietf:params:scim:schemas:extension:enterprise:2.0:User',
  serviceProviderConfig: 'urn:ietf:params:scim:schemas:core:2.0:ServiceProviderConfig',
  resourceType: 'urn:ietf:params:scim:schemas:core:2.0:ResourceType',
  schema: 'urn:ietf:params:scim:schemas:core:2.0:Schema',
  list: 'urn:ietf:params:scim:api:messages:2.0:ListResponse',
  patch: 'urn:ietf:params:scim:api:messages:2.0:PatchOp',
  error: 'urn:ietf:params:scim:api:messages:2.0:Error',
} as const;

/** A resource as it is sent and answered. */
export type ScimResource = Readonly<Record<string, unknown>>;

/** The answer of a list. */
export interface ScimList {
  schemas: readonly string[];
  totalResults: number;
  startIndex: number;
  itemsPerPage: number;
  Resources: readonly ScimResource[];
}

/** Where an organization's people and groups are: the base URL that a provider is told. */
export const scimBaseOf = (publicUrl: string, organizationId: string): string =>
  `${publicUrl.replace(/\/$/, '')}/api/scim/v2/${organizationId}`;

/** A list as it is answered. @param startIndex from 1 */
export const listOf = (
  Resources: readonly ScimResource[],
  totalResults = Resources.length,
  startIndex = 1,
): ScimList => ({ schemas: [SCHEMA.list], totalResults, startIndex, itemsPerPage: Resources.length, Resources });
