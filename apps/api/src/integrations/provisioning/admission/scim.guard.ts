import { Settings } from '#libs/config';
import { MINUTE_MS } from '#libs/dates';
import { query } from '#libs/database';
import { Forbidden, Unauthenticated } from '#libs/errors';
import { isId } from '#libs/ids';
import { actAs, workFor } from '#libs/logging';
import { hashOf } from '#libs/secrets';
import { type CanActivate, type ExecutionContext, Inject, Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import type { Request, Response } from 'express';
import { DataSource } from 'typeorm';
import { isWellFormedKey, SCIM_PREFIX } from '../../../products/api-keys/secret.js';
import { requestOf } from '../../../platform/http/call.js';
import { REFUSALS } from '../../../platform/http/refusal.js';
import { bearerToken } from '../../../accounts/identity/sessions/presented-token.js';
import { applyLimit } from '../../../platform/limits/address-limits.js';
import { LimitStorage } from '../../../platform/limits/limit-storage.js';
import { AdmissionPlaces } from '../../../platform/places/admission-places.js';
import { accountOfOrganization } from '../../../platform/places/account-of-work.js';
import { ReadOnlyMode } from '../../../platform/work/read-only.service.js';
import { type KnownToken, NOTE_USE, SEE_TOKEN } from '../tokens/provisioning-tokens.sql.js';

/** How many requests a token makes in a minute. */
const MOST_PER_MINUTE = 6_000;

/** The organization that a provisioning token opens. */
export interface ProvisionedOrganization {
  id: string;
}

/** Admits providers by their token and the organization of the path, before anything of the body is read. */
@Injectable()
export class ScimGuard implements CanActivate {
  constructor(
    @InjectDataSource() private readonly database: DataSource,
    @Inject(LimitStorage) private readonly limits: LimitStorage,
    private readonly readOnly: ReadOnlyMode,
    private readonly settings: Settings,
    private readonly places: AdmissionPlaces,
  ) {}

  /** @throws Unauthenticated, RateLimited, Forbidden `organization_suspended`, ReadOnly, TemporarilyUnavailable */
  canActivate(context: ExecutionContext): Promise<true> {
    return this.places.run(bearerToken(requestOf(context).headers) ?? '', () => this.letIn(context));
  }

  private async letIn(context: ExecutionContext): Promise<true> {
    const request = requestOf(context);
    const { orgId } = request.params as { orgId: string };
    const token = await this.tokenOf(request, orgId);
    if (!token)
      throw new Unauthenticated('provisioning_token_refused', 'The organization has no such provisioning token.');
    const organization = { ...token, id: orgId.toLowerCase() };
    actAs({ kind: 'system', id: null, name: `Provisioning (${token.displayPrefix}…)` });
    workFor({ account: accountOfOrganization(organization), organization: organization.id });
    await this.count(context.switchToHttp().getResponse<Response>(), token);
    if (token.isSuspended) throw new Forbidden('organization_suspended', REFUSALS['organization_suspended']!);
    this.readOnly.require();
    if (token.isUseDue) await query(this.database, NOTE_USE, [organization.id, token.id]);
    const provisioned: ProvisionedOrganization = { id: organization.id };
    request.admission = { ...request.admission, organization: provisioned };
    return true;
  }

  /** Another organization's token is as good as none. */
  private async tokenOf({ headers }: Pick<Request, 'headers'>, orgId: string): Promise<KnownToken | undefined> {
    const secret = headers['x-api-key'] === undefined ? bearerToken(headers) : undefined;
    if (!secret || !isWellFormedKey(secret, SCIM_PREFIX) || !isId(orgId)) return undefined;
    return (await query(this.database, SEE_TOKEN, [orgId, hashOf(secret)]))[0];
  }

  /** Not at all where callers are not counted. */
  private async count(response: Response, { id }: KnownToken): Promise<void> {
    if (this.settings.limits.perMinute === 0) return;
    const { totalHits, timeToExpire } = await this.limits.increment(`scim:${id}`, MINUTE_MS, MOST_PER_MINUTE);
    applyLimit(response, MOST_PER_MINUTE, totalHits, timeToExpire);
  }
}
