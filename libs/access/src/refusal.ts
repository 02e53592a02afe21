import type { Caller, Policy, Target } from './policy.js';

/** Why a known caller is refused (403), or undefined. */
type Rule = (policy: Policy, caller: Caller, target: Target) => string | undefined;

const keyMayComeHere: Rule = ({ forPeople }, { key }) => (key && forPeople ? 'session_required' : undefined);

const keyMayCallFromHere: Rule = (_policy, { key }) => key?.addressRefusal;

const keyBelongsHere: Rule = ({ namesOrganization }, { key }, { organizationId }) =>
  key && namesOrganization && key.organizationId !== organizationId ? 'key_wrong_organization' : undefined;

const callerIsMember: Rule = ({ namesOrganization }, { key, role }) =>
  namesOrganization && !key && !role ? 'not_a_member' : undefined;

const factorIsPassed: Rule = ({ namesOrganization }, { key, passedFactor }, { requireTwoFactor }) =>
  namesOrganization && !key && requireTwoFactor && !passedFactor ? 'two_factor_required' : undefined;

const keyHasScope: Rule = ({ scope }, { key }) =>
  key && !key.scopes.includes(scope) ? 'key_scope_missing' : undefined;

// A product in the body is not known yet; the service that reads the body compares.
const keyNamesProduct: Rule = ({ namesProduct }, { key }, { productId }) =>
  key?.productId && namesProduct !== 'body' && !(namesProduct === 'path' && key.productId === productId)
    ? 'key_product_mismatch'
    : undefined;

const roleIsEnough: Rule = ({ door }, { role }) => (door === 'admin' && role === 'member' ? 'role_too_low' : undefined);

const moduleIsOn: Rule = ({ module, namesOrganization, door }, _caller, { enabledModules }) =>
  module && (namesOrganization || door === 'ingest') && !enabledModules.includes(module)
    ? 'module_disabled'
    : undefined;

/** In this order: the first that refuses names the reason. */
const RULES: readonly Rule[] = [
  keyMayComeHere,
  keyMayCallFromHere,
  keyBelongsHere,
  callerIsMember,
  factorIsPassed,
  keyHasScope,
  keyNamesProduct,
  roleIsEnough,
  moduleIsOn,
];

/** The stable code of the first rule that refuses this caller, or undefined when all let it pass. */
export function refusal(policy: Policy, caller: Caller, target: Target): string | undefined {
  for (const rule of RULES) {
    const code = rule(policy, caller, target);
    if (code) return code;
  }
  return undefined;
}

/** What each refusal says to people; `module_disabled` names its module besides. */
export const REFUSALS: Readonly<Record<string, string>> = {
  session_required: 'This endpoint is for people: sign in instead of sending an API key.',
  key_address_not_allowed: 'The API key may not be used from this address.',
  forwarded_address_untrusted:
    'The API key is limited to certain addresses, and this request carries a forwarded address that TRUST_PROXY does not let count.',
  key_wrong_organization: 'The API key belongs to another organization.',
  not_a_member: 'You are not a member of this organization.',
  two_factor_required:
    'This organization asks for a second factor: turn one on (POST /api/auth/two-factor/enable, then verify-totp), or sign in with yours. Who has lost theirs asks whoever runs the service, who can take it away (npm run admin -- users reset-factor).',
  key_scope_missing: 'The API key lacks the scope for this call.',
  key_product_mismatch: 'The API key is limited to one product, and this call is not about that product.',
  role_too_low: 'This call needs the role admin or owner.',
};
