import { Settings } from '#libs/config';
import { NotFound, Unauthenticated } from '#libs/errors';
import { actAs } from '#libs/logging';
import { type ExecutionContext, Injectable } from '@nestjs/common';
import { AuthGuard } from '@nestjs/passport';
import type { Request, Response } from 'express';
import type { Admission, AdmittedRequest } from '../http/current.js';
import { policyOf } from '../http/endpoint.js';
import { type AccessTarget, isForKeysOnly, type Policy } from '../http/policy.js';
import { hasBody } from '../http/read-bytes.js';
import { needsCaller, requireAdmission } from '../http/refusal.js';
import { markCredentialInvalid, markCredentialValid } from '../limits/address-limits.js';
import { RefusedCallers } from '../limits/refused-callers.js';
import type { Organization } from '../organizations/organization.entity.js';
import type { Product } from '../products/product.entity.js';
import type { ResolvedCaller } from './caller-lookup.js';
import { credentialOf } from './credential.js';
import { type LookupTarget, lookupTargetOf } from './lookup-target.js';
import { ProductReads } from './product-reads.js';
import { requireProduct } from './product.guard.js';

/** For how long a decision holds while the body arrives, or waits for its turn: a sender could else keep it for a minute. */
const DECISION_HOLDS_MS = 250;

/** A request with what to look up, and its caller once the credential was. */
type IdentifiedRequest = Request & AdmittedRequest & { target: LookupTarget; user?: ResolvedCaller | null };

/**
 * Authenticates every request (401), and authorizes it by the policy of its endpoint (403). Handlers find the result on
 * the request.
 */
@Injectable()
export class AdmissionGuard extends AuthGuard('bearer') {
  constructor(
    private readonly settings: Settings,
    private readonly refusedCallers: RefusedCallers,
    private readonly reads: ProductReads,
  ) {
    super();
  }

  override canActivate(context: ExecutionContext): true | Promise<true> {
    const policy = policyOf(context.getClass(), context.getHandler());
    // The start-up check rejects endpoints without a policy; this is a second line of defence.
    if (!policy) throw new NotFound('path');
    const request = context.switchToHttp().getRequest<IdentifiedRequest>();
    const reads = this.reads.of(context.getHandler());
    request.admission = { reads };
    const response = context.switchToHttp().getResponse<Response>();
    if (policy.isIdentity) response.setHeader('Cache-Control', 'no-store');
    const asksWho = policy.access !== 'anyone' || this.readsOptionalSession(policy, request);
    if (asksWho) request.target = lookupTargetOf(request, policy, reads);
    return asksWho ? this.identifyAndAdmit(context, policy, request, response) : true;
  }

  private async identifyAndAdmit(
    context: ExecutionContext,
    policy: Policy,
    request: IdentifiedRequest,
    response: Response,
  ): Promise<true> {
    await this.identify(context, request);
    if (request.user) response.setHeader('Cache-Control', isRecord(request) ? 'private, no-cache' : 'no-store');
    await this.decide(context, policy, request);
    return true;
  }

  /** Puts on the request what its caller may do now. */
  private async decide(context: ExecutionContext, policy: Policy, request: IdentifiedRequest): Promise<void> {
    const { reads } = request.admission;
    if (!request.user && policy.access !== 'anyone') throw new Unauthenticated();
    const admission = request.user ? await this.admitOrCountRefusal(policy, request.user) : {};
    const confirm = request.user && hasBody(request) ? this.confirmation(context, policy, request) : undefined;
    request.admission = { ...admission, reads, confirm };
  }

  private confirmation(context: ExecutionContext, policy: Policy, request: IdentifiedRequest): Admission['confirm'] {
    const decidedAt = performance.now();
    return () =>
      performance.now() - decidedAt < DECISION_HOLDS_MS ? undefined : this.decideAgain(context, policy, request);
  }

  private async decideAgain(context: ExecutionContext, policy: Policy, request: IdentifiedRequest): Promise<void> {
    await super.canActivate(context);
    await this.decide(context, policy, request);
    requireProduct(policy, request.admission);
  }

  private async identify(context: ExecutionContext, request: { user?: unknown }): Promise<void> {
    try {
      await super.canActivate(context);
    } catch (error) {
      if (error instanceof Unauthenticated) await markCredentialInvalid(request);
      throw error;
    }
    const marked = request.user ? markCredentialValid(request) : markCredentialInvalid(request);
    if (marked) await marked;
  }

  /**
   * Called by Passport with the result: an unauthenticated caller is no error yet, because some endpoints are public.
   */
  override handleRequest<T>(error: Error | null, caller: T | false, _info: unknown, context: ExecutionContext): T {
    if (error) throw error;
    if (!caller && this.presentsKey(context.switchToHttp().getRequest<Request>())) throw new Unauthenticated();
    return (caller || null) as T;
  }

  private async admitOrCountRefusal(policy: Policy, caller: ResolvedCaller): Promise<Admission> {
    try {
      return this.admit(policy, caller);
    } catch (error) {
      // Ingest is counted by address only.
      if (policy.access !== 'ingest') await this.refusedCallers.count(caller.principal);
      throw error;
    }
  }

  private admit(policy: Policy, { principal, organization, member, product, record }: ResolvedCaller): Admission {
    if (isForKeysOnly(policy) && !principal.key) throw new Unauthenticated();
    requireAdmission(policy, principal, isOrganizationInInput(policy) ? undefined : targetOf(organization, product));
    actAs({
      kind: principal.key ? 'api_key' : 'user',
      id: principal.key?.id ?? principal.userId,
      name: principal.name,
      passedFactor: principal.passedFactor,
    });
    if (isOrganizationInInput(policy)) {
      // Whether the request is about this organization is not decided yet.
      const lookedUp = organization && member ? { organization, member } : undefined;
      return { principal: { ...principal, role: undefined }, lookedUp };
    }
    return { principal, organization: organization ?? undefined, product: product ?? undefined, record };
  }

  // Public endpoints for people read an optional session and reject keys; other public endpoints do not authenticate at
  // all.
  private readsOptionalSession(policy: Policy, request: Request): boolean {
    return needsCaller(policy) && credentialOf(request.headers, this.settings.isSecure) !== undefined;
  }

  private presentsKey(request: Request): boolean {
    return credentialOf(request.headers, this.settings.isSecure)?.kind === 'key';
  }
}

/** Whether the request reads a single record, whose response carries an `ETag`. */
const isRecord = ({ method, route }: Request): boolean =>
  (method === 'GET' || method === 'HEAD') && /\/:\w+$/.test((route as { path: string }).path);

/**
 * Whether the organization is determined by the body or the query: `OrganizationInterceptor` checks the remaining rules
 * then.
 */
const isOrganizationInInput = ({ organization }: Policy): boolean =>
  organization !== undefined && organization !== 'path';

const targetOf = (organization: Organization | null, product: Product | null): AccessTarget => ({
  organizationId: organization?.id,
  productId: product?.id,
  enabledModules: organization?.enabledModules ?? [],
  requireTwoFactor: organization?.requireTwoFactor,
});
