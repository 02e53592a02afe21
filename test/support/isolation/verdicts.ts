import { isForKeysOnly, type Policy } from '../../../apps/api/src/platform/http/policy.js';

/** What an answer may be: let in (whatever becomes of the request then), or refused with one of these codes. */
export type Verdict = 'in' | { status: number; codes: string[] };

const refused = (status: number, ...codes: string[]): Verdict => ({ status, codes });
const unknown = ({ isIdentity }: Policy): Verdict => refused(401, isIdentity ? 'UNAUTHORIZED' : 'unauthenticated');

/** Nobody we know: let in only where anyone is. A bad token at the door of everyone is no fault. */
export const nobody = (policy: Policy): Verdict => (policy.access === 'anyone' ? 'in' : unknown(policy));

/** A dead key: at the doors of people it is as bad as any other bad key. */
export const deadKey = (policy: Policy): Verdict =>
  policy.access === 'anyone' && !policy.sessionOnly ? 'in' : unknown(policy);

export const session =
  (role: 'member' | 'admin' | 'owner' | undefined) =>
  (policy: Policy): Verdict => {
    const { access, organization, refusedAs = {} } = policy;
    if (isForKeysOnly(policy)) return unknown(policy);
    if (access === 'anyone') return 'in';
    // To strangers a record of other people is as unknown as one of nobody.
    if (organization === 'of-team' && !role) return refused(400, 'TEAM_NOT_FOUND');
    if (organization === 'of-team-or-own' && !role) return refused(400, 'TEAM_NOT_FOUND');
    if (organization === 'of-invitation' && !role) return refused(400, 'INVITATION_NOT_FOUND');
    if (organization && !role) return refused(403, refusedAs['not_a_member'] ?? 'not_a_member');
    const isTooLow = (access === 'admin' && role === 'member') || (access === 'owner' && role !== 'owner');
    return isTooLow ? refused(403, refusedAs['role_too_low'] ?? 'role_too_low') : 'in';
  };

export const key =
  (options: { scopes: string[]; role?: 'member' | 'owner'; here?: boolean; product?: 'this' | 'another' }) =>
  ({ access, scope, sessionOnly, organization, namesProduct }: Policy): Verdict => {
    const { scopes, role = 'owner', here = true, product } = options;
    if (sessionOnly) return refused(403, 'session_required');
    if (access === 'anyone') return 'in';
    const codes: string[] = [];
    if (!here && organization) codes.push('key_wrong_organization');
    if (!scopes.includes(scope)) codes.push('key_scope_missing');
    if (product && !namesProduct) codes.push('key_product_mismatch');
    if (product === 'another' && namesProduct === 'path') codes.push('key_product_mismatch');
    if (access === 'admin' && role === 'member') codes.push('role_too_low');
    return codes.length > 0 ? refused(403, ...codes) : 'in';
  };
