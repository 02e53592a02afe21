import { ValidationPipe } from '#libs/fields';
import { type CallHandler, type ExecutionContext, Injectable, type NestInterceptor, type Type } from '@nestjs/common';
import type { Observable } from 'rxjs';
import { type CalledRequest, requestOf, routeOf } from '../../platform/http/call.js';
import type { Principal } from '../../platform/http/current.js';
import type { Policy } from '../../platform/http/policy.js';
import type { Route } from '../../platform/http/routes.js';
import type { Session } from '../../accounts/identity/sessions/session.entity.js';
import { NoActiveOrganization } from '../../accounts/organizations/errors.js';
import {
  type MembershipRows,
  OrganizationAccess,
  type OrganizationRef,
} from '../../accounts/organizations/members/organization-access.js';

/** The fields of a body or a query that can determine the organization. */
type OrganizationFields = Partial<Record<'organizationId' | 'organizationSlug' | 'teamId' | 'invitationId', string>>;

/**
 * The second step of admission, for endpoints whose body or query determines the organization: after authentication and
 * validation of the input it checks membership, second factor and role. Handlers receive the organization and the
 * membership.
 */
@Injectable()
export class OrganizationInterceptor implements NestInterceptor {
  static isNeededAt({ policy }: Route): boolean {
    return policy?.organization !== undefined && policy.organization !== 'path';
  }

  private readonly pipe = new ValidationPipe();

  constructor(private readonly access: OrganizationAccess) {}

  async intercept(context: ExecutionContext, next: CallHandler): Promise<Observable<unknown>> {
    const request = requestOf(context);
    const { policy, options } = routeOf(request);
    const principal = request.admission.principal!;
    const input = await this.checkedInput(request);
    if (!options.unless?.(input as never, principal)) {
      const path = request.method === 'POST' ? '/organizationId' : '/query/organizationId';
      const ref = organizationRefIn(input, principal, policy, path);
      const membership = await this.access.admit(policy, principal, ref, request.admission.lookedUp as MembershipRows);
      request.admission = { ...request.admission, organization: membership.organization, membership };
    }
    return next.handle();
  }

  /** The validated body or query, which replaces the original in the request. */
  private async checkedInput(request: CalledRequest): Promise<OrganizationFields> {
    const [metatype] = routeOf(request).bodies as Type[];
    if (!metatype) return {};
    const type = request.method === 'POST' ? 'body' : 'query';
    const value = await this.pipe.transform(request[type], { type, metatype });
    Object.defineProperty(request, type, { value });
    return value as OrganizationFields;
  }
}

/** @throws NoActiveOrganization where neither the request names an organization nor the session has one active */
function organizationRefIn(
  { organizationId, organizationSlug, teamId, invitationId }: OrganizationFields,
  principal: Principal,
  { organization: source, refusedAs }: Policy,
  path: string,
): OrganizationRef {
  const { activeOrganizationId, activeTeamId } = principal.session as Session;
  if (source === 'of-invitation') return { invitationId: invitationId! };
  if (source === 'of-team') return { teamId: teamId! };
  const team = source === 'of-team-or-own' ? (teamId ?? activeTeamId) : null;
  if (team !== null) return { teamId: team };
  if (source === 'named' && organizationId !== undefined) return { organizationId };
  if (source === 'named' && organizationSlug !== undefined) return { organizationSlug };
  if (activeOrganizationId === null) throw new NoActiveOrganization(refusedAs?.['NO_ACTIVE_ORGANIZATION'], path);
  return { organizationId: activeOrganizationId };
}
