import type { Caller, Policy, Target } from './policy.js';

/** Why a known caller is refused (403), or undefined. */
type Rule = (policy: Policy, caller: Caller, target: Target) => string | undefined;

const keyMayComeHere: Rule = ({ forPeople }, { key }) => (key && forPeople ? 'session_required' : undefined);

const keyBelongsHere: Rule = ({ namesOrganization }, { key }, { organizationId }) =>
  key && namesOrganization && key.organizationId !== organizationId ? 'key_wrong_organization' : undefined;

const callerIsMember: Rule = ({ namesOrganization }, { key, role }) =>
  namesOrganization && !key && !role ? 'not_a_member' : undefined;

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

/** In the order of decisions.md, section 2: the first that refuses names the reason. */
const RULES: readonly Rule[] = [
  keyMayComeHere,
  keyBelongsHere,
  callerIsMember,
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

/** What each refusal says to people. */
export const REFUSALS: Readonly<Record<string, string>> = {
  session_required: 'This endpoint is for people: sign in instead of sending an API key.',
  key_wrong_organization: 'The API key belongs to another organization.',
  not_a_member: 'You are not a member of this organization.',
  key_scope_missing: 'The API key lacks the scope for this call.',
  key_product_mismatch: 'The API key is limited to one product, and this call is not about that product.',
  role_too_low: 'This call needs the role admin or owner.',
  module_disabled: 'The module of this endpoint is switched off in this organization.',
};
