import {
  type Admission,
  type AdmittedRequest,
  asksWhoCalls,
  type Policy,
  policyOf,
  requireAdmission,
  type Target,
} from '#libs/access';
import { Settings } from '#libs/config';
import { NotFound, Unauthenticated } from '#libs/errors';
import { actAs } from '#libs/request';
import { disown, RefusedCallers, vouchFor } from '#libs/throttling';
import { type ExecutionContext, Injectable } from '@nestjs/common';
import { AuthGuard } from '@nestjs/passport';
import type { Request, Response } from 'express';
import type { Organization } from '../organizations/organization.entity.js';
import type { Product } from '../products/product.entity.js';
import { credentialOf } from './credential.js';
import type { Found } from './who.js';

/**
 * Decides about every request: who calls (401), and whether the policy of the endpoint lets them (403). What it found is
 * on the request for the handlers.
 */
@Injectable()
export class AdmissionGuard extends AuthGuard('bearer') {
  constructor(
    private readonly settings: Settings,
    private readonly refused: RefusedCallers,
  ) {
    super();
  }

  override async canActivate(context: ExecutionContext): Promise<boolean> {
    const policy = policyOf(context.getClass(), context.getHandler());
    // Start-up has refused endpoints without a policy; should one slip through, it stays closed.
    if (!policy) throw new NotFound('path');
    const request = context.switchToHttp().getRequest<Request & AdmittedRequest & { user?: Found | null }>();
    request.admission = {};
    const response = context.switchToHttp().getResponse<Response>();
    if (policy.isIdentity) response.setHeader('Cache-Control', 'no-store');
    if (policy.door !== 'anyone' || this.mattersWhoCalls(policy, request)) {
      await this.identify(context, request);
      if (request.user) response.setHeader('Cache-Control', isRecord(request) ? 'private, no-cache' : 'no-store');
      if (request.user) request.admission = await this.admitOrCount(policy, request.user);
      else if (policy.door !== 'anyone') throw new Unauthenticated();
    }
    return true;
  }

  private async identify(context: ExecutionContext, request: { user?: unknown }): Promise<void> {
    try {
      await super.canActivate(context);
    } catch (error) {
      if (error instanceof Unauthenticated) await disown(request);
      throw error;
    }
    await (request.user ? vouchFor(request) : disown(request));
  }

  /** Passport's verdict: nobody is no error yet, because some endpoints are for anyone. */
  override handleRequest<T>(error: Error | null, found: T | false, _info: unknown, context: ExecutionContext): T {
    if (error) throw error;
    if (!found && this.presentsKey(context.switchToHttp().getRequest<Request>())) throw new Unauthenticated();
    return (found || null) as T;
  }

  private async admitOrCount(policy: Policy, found: Found): Promise<Admission> {
    try {
      return this.admit(policy, found);
    } catch (error) {
      // Ingest has one counter only, by address.
      if (policy.door !== 'ingest') await this.refused.count(found.principal);
      throw error;
    }
  }

  private admit(policy: Policy, { principal, organization, product }: Found): Admission {
    // A session has no business at ingest: what is missing there is a key.
    if (policy.door === 'ingest' && !principal.key) throw new Unauthenticated();
    requireAdmission(policy, principal, isToldLater(policy) ? undefined : targetOf(organization, product));
    actAs({
      kind: principal.key ? 'api_key' : 'user',
      id: principal.key?.id ?? principal.userId,
      name: principal.name,
      passedFactor: principal.passedFactor,
    });
    return { principal, organization: organization ?? undefined, product: product ?? undefined };
  }

  // Public endpoints for people still look at a session, and refuse keys; the others do not even ask.
  private mattersWhoCalls(policy: Policy, request: Request): boolean {
    return asksWhoCalls(policy) && credentialOf(request.headers, this.settings.isSecure) !== undefined;
  }

  private presentsKey(request: Request): boolean {
    return credentialOf(request.headers, this.settings.isSecure)?.kind === 'key';
  }
}

/** Whether a single record is read, which carries an `ETag`. */
const isRecord = ({ method, route }: Request): boolean =>
  (method === 'GET' || method === 'HEAD') && /\/:\w+$/.test((route as { path: string }).path);

/** Whether the body or the query says which organization is meant: `OrganizationInterceptor` decides about the rest then. */
const isToldLater = ({ organization }: Policy): boolean => organization !== undefined && organization !== 'path';

const targetOf = (organization: Organization | null, product: Product | null): Target => ({
  organizationId: organization?.id,
  productId: product?.id,
  enabledModules: organization?.enabledModules ?? [],
  requireTwoFactor: organization?.requireTwoFactor,
});
