/** The roles of a member, weakest first. */
export const ROLES = ['member', 'admin', 'owner'] as const;
export type Role = (typeof ROLES)[number];

/** What an API key may be used for; `write` implies `read`. */
export const SCOPES = ['read', 'write', 'ingest'] as const;
export type Scope = (typeof SCOPES)[number];

/**
 * Who may call an endpoint: `anyone`; `signed-in`, any session (and an organization-wide key, unless the class is for
 * people); `member` or `admin` of the organization in the path; `ingest`, a key with that scope.
 */
export type Door = 'anyone' | 'signed-in' | 'member' | 'admin' | 'ingest';

/** Everything the guards enforce about one endpoint. */
export interface Policy {
  door: Door;
  scope: Scope;
  /** The module that gates it. */
  module?: string;
  namesOrganization: boolean;
  /** Where the call names its product, if it does: keys limited to a product may call only there. */
  namesProduct: 'path' | 'body' | undefined;
  /** Sessions only: an API key is refused here whatever its scopes. */
  forPeople: boolean;
  /** Speaks the wire format of `/api/auth`, whose clients know a refusal by names of their own. */
  isIdentity: boolean;
}

/** Who is calling, reduced to what the rules look at. */
export interface Caller {
  /** The role in the organization the request is about; a key's is its owner's at this moment. */
  role?: Role;
  /** Whether the account has a second factor now, and the session has passed it. */
  passedFactor?: boolean;
  key?: {
    organizationId: string;
    scopes: readonly string[];
    productId: string | null;
    /** Why the key may not be used from where the call comes from, as the code of its refusal. */
    addressRefusal?: string;
  };
}

/** What the call is about. */
export interface Target {
  organizationId?: string;
  productId?: string;
  enabledModules: readonly string[];
  /** Whether people must have passed a second factor there. */
  requireTwoFactor?: boolean;
}
