import { type AdmittedRequest, endpointOf, inputClasses, policyOf, type Policy, type Principal } from '#libs/access';
import { ValidationPipe } from '#libs/fields';
import { type CallHandler, type ExecutionContext, Injectable, type NestInterceptor, type Type } from '@nestjs/common';
import type { Request } from 'express';
import type { Observable } from 'rxjs';
import type { Session } from '../identity/sessions/session.entity.js';
import { NoActiveOrganization } from '../organizations/errors.js';
import { OrganizationAccess, type OrganizationName } from '../organizations/members/organization-access.js';

/** Everything with which a body or a query can say which organization it means. */
type Naming = Partial<Record<'organizationId' | 'organizationSlug' | 'teamId' | 'invitationId', string>>;

/**
 * The second step of admission, where the body or the query says which organization a call is about: who calls is known,
 * and the input well formed, before it is asked whether they are a member there, have passed the second factor, and have
 * the role. Handlers receive the organization and the membership.
 */
@Injectable()
export class OrganizationInterceptor implements NestInterceptor {
  private readonly pipe = new ValidationPipe();

  constructor(private readonly access: OrganizationAccess) {}

  async intercept(context: ExecutionContext, next: CallHandler): Promise<Observable<unknown>> {
    const policy = policyOf(context.getClass(), context.getHandler());
    const place = policy?.organization;
    if (!policy || !place || place === 'path') return next.handle();
    const request = context.switchToHttp().getRequest<Request & AdmittedRequest>();
    const principal = request.admission.principal!;
    const input = await this.checkedInput(context, request);
    if (!endpointOf(context.getHandler())?.unless?.(input as never, principal)) {
      const name = nameIn(place, input, principal, policy);
      const membership = await this.access.admit(policy, principal, name);
      request.admission = { ...request.admission, organization: membership.organization, membership };
    }
    return next.handle();
  }

  /** What the request says, checked, which from here on stands in the place of what was sent. */
  private async checkedInput(context: ExecutionContext, request: Request): Promise<Naming> {
    const [metatype] = inputClasses(context.getClass(), context.getHandler().name) as Type[];
    if (!metatype) return {};
    const type = request.method === 'POST' ? 'body' : 'query';
    const value = await this.pipe.transform(request[type], { type, metatype });
    Object.defineProperty(request, type, { value });
    return value as Naming;
  }
}

/** @throws NoActiveOrganization where neither the request names an organization nor the session has one active */
function nameIn(
  place: Policy['organization'],
  { organizationId, organizationSlug, teamId, invitationId }: Naming,
  principal: Principal,
  { refusedAs }: Policy,
): OrganizationName {
  const { activeOrganizationId, activeTeamId } = principal.session as Session;
  if (place === 'of-invitation') return { invitationId: invitationId! };
  if (place === 'of-team') return { teamId: teamId! };
  const team = place === 'of-team-or-own' ? (teamId ?? activeTeamId) : null;
  if (team !== null) return { teamId: team };
  if (place === 'named' && organizationId !== undefined) return { organizationId };
  if (place === 'named' && organizationSlug !== undefined) return { organizationSlug };
  if (activeOrganizationId === null) throw new NoActiveOrganization(refusedAs?.['NO_ACTIVE_ORGANIZATION']);
  return { organizationId: activeOrganizationId };
}
