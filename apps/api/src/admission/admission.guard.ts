import { type Admission, type AdmittedRequest, type Policy, policyOf, REFUSALS, refusal } from '#libs/access';
import { Forbidden, NotFound, Unauthenticated } from '#libs/errors';
import { isStorable } from '#libs/http';
import { actAs } from '#libs/request';
import { type ExecutionContext, Injectable } from '@nestjs/common';
import { AuthGuard } from '@nestjs/passport';
import type { Request } from 'express';
import { credentialOf } from './credential.js';
import type { Found } from './who.js';

/**
 * Decides about every request: who calls (401), whether the policy of the endpoint lets them (403), and whether the
 * product in the path exists (404). What it found is on the request for the handlers.
 */
@Injectable()
export class AdmissionGuard extends AuthGuard('bearer') {
  override async canActivate(context: ExecutionContext): Promise<boolean> {
    const policy = policyOf(context.getClass(), context.getHandler());
    // Start-up has refused endpoints without a policy; should one slip through, it stays closed.
    if (!policy) throw new NotFound('path');
    const request = context.switchToHttp().getRequest<Request & AdmittedRequest & { user?: Found | null }>();
    request.admission = {};
    if (policy.door !== 'anyone' || this.mattersWhoCalls(policy, request)) {
      await super.canActivate(context);
      if (request.user) request.admission = this.admit(policy, request.user);
      else if (policy.door !== 'anyone') throw new Unauthenticated();
    }
    // Only now: who may not call must not learn what cannot be there.
    if (!Object.values(request.params).flat().every(isStorable)) throw new NotFound();
    return true;
  }

  /** Passport's verdict: nobody is no error yet, because some endpoints are for anyone. */
  override handleRequest<T>(error: Error | null, found: T | false, _info: unknown, context: ExecutionContext): T {
    if (error) throw error;
    if (!found && this.presentsKey(context.switchToHttp().getRequest<Request>())) throw new Unauthenticated();
    return (found || null) as T;
  }

  private admit(policy: Policy, { principal, organization, product }: Found): Admission {
    const code = refusal(policy, principal, {
      organizationId: organization?.id,
      productId: product?.id,
      enabledModules: organization?.enabledModules ?? [],
    });
    // A session has no business at ingest: what is missing there is a key.
    if (policy.door === 'ingest' && !principal.key) throw new Unauthenticated();
    if (code) throw new Forbidden(code, REFUSALS[code]!);
    if (policy.namesProduct === 'path' && !product) throw new NotFound('product');
    actAs({
      kind: principal.key ? 'api_key' : 'user',
      id: principal.key?.id ?? principal.userId,
      name: principal.name,
    });
    return { principal, organization: organization ?? undefined, product: product ?? undefined };
  }

  // Public endpoints for people still look at a session, and refuse keys; the others do not even ask.
  private mattersWhoCalls(policy: Policy, request: Request): boolean {
    return policy.forPeople && credentialOf(request.headers) !== undefined;
  }

  private presentsKey(request: Request): boolean {
    return credentialOf(request.headers)?.kind === 'key';
  }
}
