import { Settings } from '#libs/config';
import { Forbidden, Unauthenticated } from '#libs/errors';
import { actAs, allowWrites, countDaysIn, currentRequest, workFor } from '#libs/logging';
import { Vault } from '#libs/secrets';
import { type ExecutionContext, Injectable } from '@nestjs/common';
import { AuthGuard } from '@nestjs/passport';
import { InjectDataSource } from '@nestjs/typeorm';
import type { Response } from 'express';
import { DataSource } from 'typeorm';
import { logServiceEvent } from '../../platform/events/service-events.js';
import { type CalledRequest, requestOf, routeOf } from '../../platform/http/call.js';
import type { Admission, AdmittedRequest } from '../../platform/http/current.js';
import {
  type AccessTarget,
  isForKeysOnly,
  isFreshIn,
  type Policy,
  verifiesCredential,
} from '../../platform/http/policy.js';
import { requireAdmission } from '../../platform/http/refusal.js';
import { RefusedCallers } from '../../platform/limits/refused-callers.js';
import {
  FRESH_PROOF_REQUIRED,
  FreshProofRequired,
  type ProofWay,
  proofWaysOf,
} from '../../accounts/identity/proof/proof-ways.js';
import type { Session } from '../../accounts/identity/sessions/session.entity.js';
import type { User } from '../../accounts/identity/user.entity.js';
import { accessTargetOf } from '../../accounts/organizations/access-target.js';
import type { Organization } from '../../accounts/organizations/organization.entity.js';
import { AdmissionPlaces } from '../../platform/places/admission-places.js';
import { accountOfOrganization, accountOfPerson, networkAccount } from '../../platform/places/account-of-work.js';
import type { Product } from '../../products/products/product.entity.js';
import { ReadOnlyMode } from '../../platform/work/read-only.service.js';
import { Timeouts } from '../../platform/work/timeouts.js';
import type { ResolvedCaller } from './caller-lookup.js';
import { type LookupTarget, lookupTargetOf } from './lookup-target.js';
import { ProductReads } from './product-reads.js';
import { requireProduct } from './product.guard.js';

/** A request with what to look up, and its caller once the credential was. */
type IdentifiedRequest = CalledRequest & AdmittedRequest & { target: LookupTarget; user?: ResolvedCaller | null };

/**
 * Authenticates every request (401), and authorizes it by the policy of its endpoint (403). Handlers find the result on
 * the request.
 */
@Injectable()
export class AdmissionGuard extends AuthGuard('bearer') {
  constructor(
    private readonly refusedCallers: RefusedCallers,
    private readonly reads: ProductReads,
    @InjectDataSource() private readonly database: DataSource,
    private readonly settings: Settings,
    private readonly vault: Vault,
    private readonly readOnly: ReadOnlyMode,
    private readonly places: AdmissionPlaces,
    private readonly timeouts: Timeouts,
  ) {
    super();
  }

  override async canActivate(context: ExecutionContext): Promise<true> {
    const request = requestOf(context) as IdentifiedRequest;
    const route = routeOf(request);
    const { policy } = route;
    if (route.options?.whileReadOnly) allowWrites();
    else if (policy.changes) this.readOnly.require();
    const { credential, reservation } = request.call;
    const response = context.switchToHttp().getResponse<Response>();
    if (policy.isIdentity) response.setHeader('Cache-Control', 'no-store');
    const reads = this.reads.of(route);
    request.admission = { reads };
    // Public endpoints for people read an optional session and reject keys; others do not authenticate at all.
    if (!verifiesCredential(policy) || (policy.access === 'anyone' && !credential)) return true;
    request.target = lookupTargetOf(request, policy, reads);
    const letIn = async (): Promise<void> => {
      await super.canActivate(context);
      await (request.user ? reservation?.confirm() : reservation?.reject());
      if (request.user) response.setHeader('Cache-Control', isRecord(request) ? 'private, no-cache' : 'no-store');
      await this.decide(context, request);
    };
    await (credential?.secret === undefined ? letIn() : this.places.run(credential.secret, letIn));
    return true;
  }

  /**
   * Called by Passport with the result: an unauthenticated caller is no error yet, because some endpoints are public.
   */
  override handleRequest<T>(error: Error | null, caller: T | false): T {
    if (error) throw error;
    return (caller || null) as T;
  }

  /** Puts on the request what its caller may do now. */
  private async decide(context: ExecutionContext, request: IdentifiedRequest): Promise<void> {
    const { user, call, admission } = request;
    const { policy } = routeOf(request);
    if (!user && (policy.access !== 'anyone' || call.credential?.kind === 'key')) {
      if (call.credential?.kind === 'key')
        logServiceEvent('api_key.refused', { key: this.vault.fingerprint(call.credential.secret) });
      throw new Unauthenticated();
    }
    const admitted = user ? await this.admitOrCountRefusal(policy, user) : {};
    const confirm = user ? this.confirmation(context, request) : undefined;
    request.admission = { ...admitted, reads: admission.reads, confirm };
  }

  private confirmation(context: ExecutionContext, request: IdentifiedRequest): Admission['confirm'] {
    const decidedAt = performance.now();
    const holdsMs = this.timeouts.decisionHoldsMs;
    return () => (performance.now() - decidedAt < holdsMs ? undefined : this.decideAgain(context, request));
  }

  private async decideAgain(context: ExecutionContext, request: IdentifiedRequest): Promise<void> {
    await super.canActivate(context);
    if (!request.user) await request.call.reservation?.forget();
    await this.decide(context, request);
    requireProduct(routeOf(request).policy, request.admission);
  }

  private async admitOrCountRefusal(policy: Policy, caller: ResolvedCaller): Promise<Admission> {
    try {
      return this.admit(policy, caller);
    } catch (error) {
      if (error instanceof Forbidden && error.code === FRESH_PROOF_REQUIRED)
        throw new FreshProofRequired(await this.waysOf(caller));
      // Ingest is counted by address only.
      if (policy.access !== 'ingest') await this.refusedCallers.count(caller.principal);
      throw error;
    }
  }

  private targetOf(organization: Organization | null, product: Product | null): AccessTarget {
    return {
      ...(organization ? accessTargetOf(organization) : { enabledModules: [] }),
      productId: product?.id,
      requireFreshProof: organization?.requireFreshProof ?? this.settings.freshProofDefault,
    };
  }

  /** Whoever has proved no address may be the same as others of their network. */
  private accountOfPerson(id: string, user?: User): string {
    const { address } = currentRequest().origin;
    return user?.emailVerified || address === null ? accountOfPerson(id) : networkAccount(this.settings, address);
  }

  private waysOf({ principal }: ResolvedCaller): Promise<ProofWay[]> {
    return proofWaysOf(this.database.manager, this.settings, principal.userId!);
  }

  private admit(policy: Policy, { principal, organization, member, product, record }: ResolvedCaller): Admission {
    // Before anything is refused: the log says of whom.
    actAs({
      kind: principal.key ? 'api_key' : 'user',
      id: principal.key?.id ?? principal.userId,
      name: principal.name,
      passedFactor: principal.passedFactor,
      session: principal.session && {
        id: (principal.session as Session).id,
        fresh: isFreshIn(principal, organization?.id),
      },
    });
    if (organization) countDaysIn(organization.timeZone);
    const { user } = principal as { user?: User };
    workFor(
      organization && (principal.key || member)
        ? { account: accountOfOrganization(organization), organization: organization.id }
        : { account: this.accountOfPerson(principal.userId!, user) },
    );
    if (isForKeysOnly(policy) && !principal.key) throw new Unauthenticated();
    requireAdmission(
      policy,
      principal,
      isOrganizationInInput(policy) ? undefined : this.targetOf(organization, product),
    );
    if (isOrganizationInInput(policy)) {
      // Whether the request is about this organization is not decided yet.
      const lookedUp = organization && member ? { organization, member } : undefined;
      return { principal: { ...principal, role: undefined }, lookedUp };
    }
    return { principal, organization: organization ?? undefined, product: product ?? undefined, record };
  }
}

/** Whether the request reads a single record, whose response carries an `ETag`. */
const isRecord = (request: CalledRequest): boolean => {
  const { verb, path } = routeOf(request);
  return verb === 'GET' && /\/:\w+$/.test(path);
};

/**
 * Whether the organization is determined by the body or the query: `OrganizationInterceptor` checks the remaining rules
 * then.
 */
const isOrganizationInInput = ({ organization }: Policy): boolean =>
  organization !== undefined && organization !== 'path';
