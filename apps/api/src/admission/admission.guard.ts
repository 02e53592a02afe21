import {
  type Admission,
  type AdmittedRequest,
  needsCaller,
  type Policy,
  policyOf,
  requireAdmission,
  type AccessTarget,
} from '#libs/access';
import { Settings } from '#libs/config';
import { NotFound, Unauthenticated } from '#libs/errors';
import { actAs } from '#libs/request';
import { markCredentialInvalid, RefusedCallers, markCredentialValid } from '#libs/throttling';
import { type ExecutionContext, Injectable } from '@nestjs/common';
import { AuthGuard } from '@nestjs/passport';
import type { Request, Response } from 'express';
import type { Organization } from '../organizations/organization.entity.js';
import type { Product } from '../products/product.entity.js';
import { credentialOf } from './credential.js';
import type { ResolvedCaller } from './caller-lookup.js';

/**
 * Decides about every request: who calls (401), and whether the policy of the endpoint lets them (403). What it found is
 * on the request for the handlers.
 */
@Injectable()
export class AdmissionGuard extends AuthGuard('bearer') {
  constructor(
    private readonly settings: Settings,
    private readonly refusedCallers: RefusedCallers,
  ) {
    super();
  }

  override async canActivate(context: ExecutionContext): Promise<boolean> {
    const policy = policyOf(context.getClass(), context.getHandler());
    // Start-up has refused endpoints without a policy; should one slip through, it stays closed.
    if (!policy) throw new NotFound('path');
    const request = context.switchToHttp().getRequest<Request & AdmittedRequest & { user?: ResolvedCaller | null }>();
    request.admission = {};
    const response = context.switchToHttp().getResponse<Response>();
    if (policy.isIdentity) response.setHeader('Cache-Control', 'no-store');
    if (policy.access !== 'anyone' || this.readsOptionalSession(policy, request)) {
      await this.identify(context, request);
      if (request.user) response.setHeader('Cache-Control', isRecord(request) ? 'private, no-cache' : 'no-store');
      if (request.user) request.admission = await this.admitOrCountRefusal(policy, request.user);
      else if (policy.access !== 'anyone') throw new Unauthenticated();
    }
    return true;
  }

  private async identify(context: ExecutionContext, request: { user?: unknown }): Promise<void> {
    try {
      await super.canActivate(context);
    } catch (error) {
      if (error instanceof Unauthenticated) await markCredentialInvalid(request);
      throw error;
    }
    await (request.user ? markCredentialValid(request) : markCredentialInvalid(request));
  }

  /** Passport's verdict: nobody is no error yet, because some endpoints are for anyone. */
  override handleRequest<T>(error: Error | null, found: T | false, _info: unknown, context: ExecutionContext): T {
    if (error) throw error;
    if (!found && this.presentsKey(context.switchToHttp().getRequest<Request>())) throw new Unauthenticated();
    return (found || null) as T;
  }

  private async admitOrCountRefusal(policy: Policy, found: ResolvedCaller): Promise<Admission> {
    try {
      return this.admit(policy, found);
    } catch (error) {
      // Ingest has one counter only, by address.
      if (policy.access !== 'ingest') await this.refusedCallers.count(found.principal);
      throw error;
    }
  }

  private admit(policy: Policy, { principal, organization, product }: ResolvedCaller): Admission {
    // A session has no business at ingest: what is missing there is a key.
    if (policy.access === 'ingest' && !principal.key) throw new Unauthenticated();
    requireAdmission(policy, principal, isOrganizationInInput(policy) ? undefined : targetOf(organization, product));
    actAs({
      kind: principal.key ? 'api_key' : 'user',
      id: principal.key?.id ?? principal.userId,
      name: principal.name,
      passedFactor: principal.passedFactor,
    });
    return { principal, organization: organization ?? undefined, product: product ?? undefined };
  }

  // Public endpoints for people still look at a session, and refuse keys; the others do not even ask.
  private readsOptionalSession(policy: Policy, request: Request): boolean {
    return needsCaller(policy) && credentialOf(request.headers, this.settings.isSecure) !== undefined;
  }

  private presentsKey(request: Request): boolean {
    return credentialOf(request.headers, this.settings.isSecure)?.kind === 'key';
  }
}

/** Whether a single record is read, which carries an `ETag`. */
const isRecord = ({ method, route }: Request): boolean =>
  (method === 'GET' || method === 'HEAD') && /\/:\w+$/.test((route as { path: string }).path);

/** Whether the body or the query says which organization is meant: `OrganizationInterceptor` decides about the rest then. */
const isOrganizationInInput = ({ organization }: Policy): boolean =>
  organization !== undefined && organization !== 'path';

const targetOf = (organization: Organization | null, product: Product | null): AccessTarget => ({
  organizationId: organization?.id,
  productId: product?.id,
  enabledModules: organization?.enabledModules ?? [],
  requireTwoFactor: organization?.requireTwoFactor,
});
