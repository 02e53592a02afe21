import { named } from '#libs/fields';

/** The roles of a member, weakest first. */
export const ROLES = named(
  'Role',
  ['member', 'admin', 'owner'],
  'The role of a member: `admin` also manages members and settings, `owner` can also delete the organization.',
);
export type Role = (typeof ROLES)[number];

/** What an API key may be used for; `write` implies `read`, so a key that is made with it has both. */
export const SCOPES = named('Scope', ['read', 'write', 'ingest']);
export type Scope = (typeof SCOPES)[number];

/**
 * Who may call an endpoint: `anyone`; `signed-in`, any session (and an organization-wide key, unless the endpoint is
 * `SessionOnly`); `member`, `admin` or `owner` of the organization that the call is about, at least; `key`, any key
 * with the scope of the call; `ingest`, a key with that scope.
 */
export type AccessLevel = 'anyone' | 'signed-in' | Role | 'key' | 'ingest';

/** Whether an endpoint is for keys alone: a session there means that the key is missing. */
export const isForKeysOnly = ({ access }: Pick<Policy, 'access'>): boolean => access === 'key' || access === 'ingest';

/**
 * How the organization of a call is determined: by the id in the `path`; `named` in the body or the query, else the
 * session's active one; or only by one of its records, ignoring the active organization: otherwise an admin of one
 * organization could act on records of another. `of-team-or-own` is the named team, else the active or the caller's own
 * one.
 */
export type OrganizationSource = 'path' | 'named' | 'of-team' | 'of-team-or-own' | 'of-invitation';

/** The access rules of one endpoint. */
export interface Policy {
  access: AccessLevel;
  scope: Scope;
  /** The module that gates it. */
  module?: string;
  /** How the organization of the call is determined; undefined if there is none. */
  organization?: OrganizationSource;
  /** Whether it changes anything: its verb is not GET. */
  changes: boolean;
  /** Also where an operator has suspended the organization. */
  whileSuspended?: boolean;
  /** Also admits callers who have not passed the second factor that the organization requires. */
  withoutFactor?: boolean;
  /** Other error codes for general refusals, as this endpoint's clients expect them: `{ role_too_low: … }`. */
  refusedAs?: Readonly<Record<string, string>>;
  /**
   * Where the request names its product, if it does; keys that are limited to a product may only call such endpoints.
   */
  namesProduct: 'path' | 'body' | undefined;
  /** Whether people must have proved within ten minutes who they are: always, or where the organization asks for it. */
  freshProof?: 'always' | 'where-asked';
  /** Sessions only: an API key is refused here whatever its scopes. */
  sessionOnly: boolean;
  /** Uses the wire format of `/api/auth`, which has its own error codes. */
  isIdentity: boolean;
}

/**
 * Whether an endpoint looks up the credential of a request. Where anyone may call, people are told apart by an optional
 * session, which only `SessionOnly` endpoints read.
 */
export const verifiesCredential = ({ access, sessionOnly }: Pick<Policy, 'access' | 'sessionOnly'>): boolean =>
  access !== 'anyone' || sessionOnly;

/** The caller, reduced to what the access rules need. */
export interface Caller {
  /** The role in the organization of the request; for a key the present role of its owner. */
  role?: Role;
  /** Whether the account has a second factor now, and the session has passed it. */
  passedFactor?: boolean;
  /** Whether the person has proved within ten minutes who they are. */
  isFresh?: boolean;
  /** The organization by whose provider the session began. */
  providerOrganizationId?: string | null;
  /** Whether that provider has asked within ten minutes who is there: a proof in its organization alone. */
  isFreshByProvider?: boolean;
  /** Whether the member comes in without the provider of the organization, as an owner by a second factor. */
  isRecoveryOwner?: boolean;
  key?: {
    organizationId: string;
    scopes: readonly string[];
    productId: string | null;
    /** The error code if the key may not be used from the caller's address. */
    addressRefusal?: string;
  };
}

/** The organization and product of the request. */
export interface AccessTarget {
  organizationId?: string;
  productId?: string;
  enabledModules: readonly string[];
  /** Whether the organization requires a second factor. */
  requireTwoFactor?: boolean;
  /** Whether people must have come in by the provider of the organization. */
  requireProvider?: boolean;
  /** Whether who has needs no second factor in it. */
  providerCountsAsFactor?: boolean;
  /** Whether an operator has suspended the organization. */
  isSuspended?: boolean;
  /** Whether the organization asks for a fresh proof. */
  requireFreshProof?: boolean;
}

/** Whether the caller's session began by the provider of this organization. */
const comesByProvider = (
  { providerOrganizationId }: Pick<Caller, 'providerOrganizationId'>,
  organizationId: string | undefined,
): boolean => organizationId !== undefined && providerOrganizationId === organizationId;

/** Whether who calls has proved lately who they are; a provider proves that in its own organization. */
export const isFreshIn = (caller: Caller, organizationId: string | undefined): boolean =>
  caller.isFresh === true || (caller.isFreshByProvider === true && comesByProvider(caller, organizationId));

/** Whether who calls may be in an organization, as far as it asks by which way people come in. */
export const hasComeIn = (caller: Caller, { requireProvider, organizationId }: AccessTarget): boolean =>
  !requireProvider ||
  comesByProvider(caller, organizationId) ||
  (caller.isRecoveryOwner === true && caller.role === 'owner' && caller.passedFactor === true);

/** Whether who calls has passed the second factor, where an organization asks for it. */
export const hasPassedFactor = (
  caller: Caller,
  { requireTwoFactor, providerCountsAsFactor, organizationId }: AccessTarget,
): boolean =>
  !requireTwoFactor ||
  caller.passedFactor === true ||
  (providerCountsAsFactor === true && comesByProvider(caller, organizationId));

/** Whether an organization shows itself to who calls, as far as it asks how people come in; in SQL `admitsSession`. */
export const isOpenTo = (caller: Caller, target: AccessTarget): boolean =>
  hasPassedFactor(caller, target) && hasComeIn(caller, target);
