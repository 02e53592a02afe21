/** The roles of a member, weakest first. */
export const ROLES = ['member', 'admin', 'owner'] as const;
export type Role = (typeof ROLES)[number];

/** What an API key may be used for; `write` implies `read`. */
export const SCOPES = ['read', 'write', 'ingest'] as const;
export type Scope = (typeof SCOPES)[number];

/**
 * Who may call an endpoint: `anyone`; `signed-in`, any session (and an organization-wide key, unless the class is for
 * people); `member`, `admin` or `owner` of the organization that the call is about, at least; `ingest`, a key with that
 * scope.
 */
export type AccessLevel = 'anyone' | 'signed-in' | Role | 'ingest';

/**
 * How a call says which organization it is about: by its id in the `path`; `named` in the body or the query, else the one
 * that the session has active; or by one of its records alone, whatever the session has active: else an admin of one
 * organization would act on the records of another. `of-team-or-own` is the team that is named, else the active one or the
 * caller's own.
 */
export type OrganizationSource = 'path' | 'named' | 'of-team' | 'of-team-or-own' | 'of-invitation';

/** Everything the guards enforce about one endpoint. */
export interface Policy {
  access: AccessLevel;
  scope: Scope;
  /** The module that gates it. */
  module?: string;
  /** How the call says which organization it is about; undefined where it is about none. */
  organization?: OrganizationSource;
  /** Admits those, too, who have not passed the second factor that the organization asks for. */
  withoutFactor?: boolean;
  /** What this endpoint calls general refusals, whose clients know them by other names: `{ role_too_low: … }`. */
  refusedAs?: Readonly<Record<string, string>>;
  /** Where the call names its product, if it does: keys limited to a product may call only there. */
  namesProduct: 'path' | 'body' | undefined;
  /** Sessions only: an API key is refused here whatever its scopes. */
  sessionOnly: boolean;
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
export interface AccessTarget {
  organizationId?: string;
  productId?: string;
  enabledModules: readonly string[];
  /** Whether people must have passed a second factor there. */
  requireTwoFactor?: boolean;
}
