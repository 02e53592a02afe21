import { Forbidden } from '#libs/errors';
import {
  type AccessTarget,
  type Caller,
  hasComeIn,
  hasPassedFactor,
  isForKeysOnly,
  isFreshIn,
  type Policy,
} from './policy.js';

/** Why a known caller is refused (403). */
interface Rule {
  /** Whether it holds at an endpoint. */
  applies: (policy: Policy) => boolean;
  /** The codes with which it can refuse there. */
  codes: (policy: Policy) => readonly string[];
  /** Whether it can only be checked once the organization of the call is known. */
  ofOrganization?: true;
  /** The code with which it refuses a caller, or undefined. */
  refuses: (policy: Policy, caller: Caller, target: AccessTarget) => string | undefined;
}

const takesKeys = ({ access, sessionOnly }: Policy): boolean => access !== 'anyone' && !sessionOnly;
const isInOrganization = ({ access, organization }: Policy): boolean =>
  access !== 'anyone' && organization !== undefined;

const endpointTakesKeys: Rule = {
  applies: ({ sessionOnly }) => sessionOnly,
  codes: () => ['session_required'],
  refuses: (_policy, { key }) => (key ? 'session_required' : undefined),
};

const keyAddressIsAllowed: Rule = {
  applies: takesKeys,
  codes: () => ['key_address_not_allowed', 'forwarded_address_untrusted'],
  refuses: (_policy, { key }) => key?.addressRefusal,
};

const keyIsOfOrganization: Rule = {
  applies: (policy) => takesKeys(policy) && isInOrganization(policy),
  codes: () => ['key_wrong_organization'],
  ofOrganization: true,
  refuses: (_policy, { key }, { organizationId }) =>
    key && key.organizationId !== organizationId ? 'key_wrong_organization' : undefined,
};

// If the organization is found by a record, callers who are not members get "not found", as the endpoint declares.
const namesRecord = ({ organization }: Policy): boolean =>
  organization === 'of-team' || organization === 'of-invitation';

const callerIsMember: Rule = {
  applies: isInOrganization,
  codes: (policy) => (namesRecord(policy) ? [] : ['not_a_member']),
  ofOrganization: true,
  refuses: (_policy, { key, role }) => (!key && !role ? 'not_a_member' : undefined),
};

// Reading goes on, and so do leaving, revoking and deleting.
const organizationIsActive: Rule = {
  applies: (policy) =>
    (isInOrganization(policy) || policy.access === 'ingest') && policy.changes && !policy.whileSuspended,
  codes: () => ['organization_suspended'],
  ofOrganization: true,
  refuses: (_policy, _caller, { isSuspended }) => (isSuspended ? 'organization_suspended' : undefined),
};

// Leaving and choosing another organization go on, and so do keys.
const cameByProvider: Rule = {
  applies: (policy) => isInOrganization(policy) && !policy.withoutFactor,
  codes: () => ['provider_sign_in_required'],
  ofOrganization: true,
  refuses: (_policy, caller, target) =>
    !caller.key && !hasComeIn(caller, target) ? 'provider_sign_in_required' : undefined,
};

const secondFactorIsPassed: Rule = {
  applies: (policy) => isInOrganization(policy) && !policy.withoutFactor,
  codes: () => ['two_factor_required'],
  ofOrganization: true,
  refuses: (_policy, caller, target) =>
    !caller.key && !hasPassedFactor(caller, target) ? 'two_factor_required' : undefined,
};

const keyHasScope: Rule = {
  applies: takesKeys,
  codes: () => ['key_scope_missing'],
  refuses: ({ scope }, { key }) => (key && !key.scopes.includes(scope) ? 'key_scope_missing' : undefined),
};

// A product in the body is not known yet; the service that reads the body checks it and uses the same code.
const keyNamesProduct: Rule = {
  applies: takesKeys,
  codes: () => ['key_product_mismatch'],
  refuses: ({ namesProduct }, { key }, { productId }) =>
    key?.productId && namesProduct !== 'body' && !(namesProduct === 'path' && key.productId === productId)
      ? 'key_product_mismatch'
      : undefined,
};

const roleSuffices: Rule = {
  applies: ({ access }) => access === 'admin' || access === 'owner',
  codes: () => ['role_too_low'],
  ofOrganization: true,
  refuses: ({ access }, { role }) =>
    role === 'member' || (access === 'owner' && role === 'admin') ? 'role_too_low' : undefined,
};

const moduleIsEnabled: Rule = {
  // The modules of `/api/auth` cannot be switched off.
  applies: ({ module, organization, access }) =>
    module !== undefined && ((access !== 'anyone' && organization === 'path') || access === 'ingest'),
  codes: () => ['module_disabled'],
  ofOrganization: true,
  refuses: ({ module }, _caller, { enabledModules }) =>
    enabledModules.includes(module!) ? undefined : 'module_disabled',
};

// What keys may not do without a person is `session_required`; they cannot prove anything.
const proofIsFresh: Rule = {
  applies: ({ freshProof }) => freshProof !== undefined,
  codes: () => ['fresh_proof_required'],
  ofOrganization: true,
  refuses: ({ freshProof }, caller, { requireFreshProof, organizationId }) =>
    !caller.key && !isFreshIn(caller, organizationId) && (freshProof === 'always' || requireFreshProof)
      ? 'fresh_proof_required'
      : undefined,
};

/** Evaluated in this order; the first error code is returned. */
const RULES: readonly Rule[] = [
  endpointTakesKeys,
  keyAddressIsAllowed,
  keyIsOfOrganization,
  callerIsMember,
  organizationIsActive,
  cameByProvider,
  secondFactorIsPassed,
  keyHasScope,
  keyNamesProduct,
  roleSuffices,
  moduleIsEnabled,
  proofIsFresh,
];

/**
 * The stable error code of the first rule that refuses this caller, or undefined if none does.
 * @param target absent while the organization is not known yet: rules that depend on it are skipped
 */
export function refusal(policy: Policy, caller: Caller, target?: AccessTarget): string | undefined {
  for (const { applies, ofOrganization, refuses } of RULES) {
    if (!applies(policy) || (ofOrganization && !target)) continue;
    const code = refuses(policy, caller, target ?? NO_TARGET);
    if (code) return code;
  }
  return undefined;
}

/** Whether no rule refuses the caller: what may be told before a request is made. */
export const mayUse = (policy: Policy, caller: Caller, target: AccessTarget): boolean =>
  (caller.key !== undefined || !isForKeysOnly(policy)) && refusal(policy, caller, target) === undefined;

const NO_TARGET: AccessTarget = { enabledModules: [] };

/** Whether an endpoint needs to know its caller; if anyone may call it, only where a credential is sent. */
const needsCaller = ({ access, sessionOnly }: Policy): boolean => access !== 'anyone' || sessionOnly;

/** A refusal that follows from a policy, by its status and code. */
interface PolicyRefusal {
  status: 401 | 403;
  code: string;
}

/** The refusals that follow from an endpoint's policy, in the order of the checks. */
export function refusalsOf(policy: Policy): PolicyRefusal[] {
  const callerRefusals: PolicyRefusal[] = needsCaller(policy)
    ? [
        { status: 401, code: 'unauthenticated' },
        { status: 401, code: 'credentials_ambiguous' },
        { status: 403, code: 'origin_not_allowed' },
      ]
    : [];
  const ruled = RULES.filter(({ applies }) => applies(policy)).flatMap(({ codes }) => codes(policy));
  return [
    ...callerRefusals,
    ...ruled.map((code) => ({ status: 403 as const, code: policy.refusedAs?.[code] ?? code })),
  ];
}

/**
 * Throws if a rule refuses the caller, with the endpoint's code for that refusal.
 * @param target as in `refusal`
 * @throws Forbidden
 */
export function requireAdmission(policy: Policy, caller: Caller, target?: AccessTarget): void {
  const code = refusal(policy, caller, target);
  if (code === undefined) return;
  const { module } = policy;
  if (code === 'module_disabled') throw moduleDisabled(module!);
  if (code === 'key_scope_missing')
    throw new Forbidden(code, `${REFUSALS[code]} Required: \`${policy.scope}\`.`, { scope: policy.scope });
  if (code === 'provider_sign_in_required')
    throw new Forbidden(code, REFUSALS[code]!, { url: `/api/auth/sso/start/${target!.organizationId}` });
  const message = code === 'role_too_low' && policy.access === 'owner' ? OWNER_NEEDED : REFUSALS[code]!;
  throw new Forbidden(policy.refusedAs?.[code] ?? code, message);
}

const moduleDisabled = (module: string) =>
  new Forbidden('module_disabled', `The module ${module} is disabled in this organization.`, { module });

/** Refuses what needs a second module beside that of its endpoint. @throws Forbidden */
export function requireModule(enabledModules: readonly string[], module: string): void {
  if (!enabledModules.includes(module)) throw moduleDisabled(module);
}

const OWNER_NEEDED = 'This call requires the role owner.';

/** The messages of the refusals. */
export const REFUSALS: Readonly<Record<string, string>> = {
  fresh_proof_required:
    'For security, confirm your identity again (POST /v1/me/proof or at your provider), then repeat the request.',
  session_required: 'This endpoint does not accept API keys. Sign in as a user.',
  key_address_not_allowed: 'The API key cannot be used from this address.',
  forwarded_address_untrusted:
    'The API key is restricted to certain addresses, and the forwarded address of this request is not trusted (TRUST_PROXY).',
  key_wrong_organization: 'The API key belongs to another organization.',
  organization_suspended:
    'The operator of this service has suspended the organization. It can be read, left and deleted, but not changed.',
  not_a_member: 'You are not a member of this organization.',
  provider_sign_in_required: 'This organization requires sign-in at its own provider. Open `url` to sign in there.',
  two_factor_required:
    'This organization requires a second factor. Turn one on (POST /api/auth/two-factor/enable, then verify-totp), or sign in with yours. If you have lost it, ask the operator of the service to remove it (npm run admin -- users reset-factor).',
  key_scope_missing: 'The API key lacks the scope for this call.',
  key_product_mismatch: 'The API key is limited to one product, and this call is for another scope.',
  role_too_low: 'This call requires the role admin or owner.',
};
