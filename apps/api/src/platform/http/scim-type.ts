/** The media type of SCIM (RFC 7644, 3.1), in which also its refusals are. */
export const SCIM_TYPE = 'application/scim+json';
