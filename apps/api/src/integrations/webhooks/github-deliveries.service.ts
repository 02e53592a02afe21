import { clock } from '#libs/clock';
import { query } from '#libs/database';
import { InvalidInput, RateLimited } from '#libs/errors';
import { actAs } from '#libs/logging';
import { Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { DataSource } from 'typeorm';
import { applyExternalChange } from '../../records/issues/external-issues.js';
import { networkOf } from '../../platform/limits/network.js';
import { requireActive } from '../../accounts/organizations/require-active.js';
import { organizationOfPath } from '../../accounts/organizations/organization-of-path.js';
import { endPullRequest } from '../../findings/scan-runs/end-pull-request.js';
import type { ChangeContext } from '../../platform/work/change-context.js';
import { UnitOfWork } from '../../platform/work/unit-of-work.service.js';
import { notSigned } from './errors.js';
import { type GitHubChange, parseChange } from './github-event.js';
import { GitHubSecrets } from './github-secrets.service.js';
import { isSignature, isSignedByGitHub } from './github-signature.js';
import { type ReadSlot, ReadSlots } from './read-slots.js';
import { INSERT_GITHUB_DELIVERY } from './webhooks.sql.js';

const RETRY_AFTER_S = 5;
const LONGEST_ID = 100;

/**
 * What is known of a delivery before its body is read.
 */
interface Sender {
  /** The id or the slug of the organization. */
  organization: string;
  address: string;
  signature: string | undefined;
}

/** A delivery whose signature is right. */
export interface SignedDelivery {
  organizationId: string;
  id: string | undefined;
  /** The kind of event, such as `issues`. */
  kind: string | undefined;
  body: Buffer;
}

/**
 * Handles deliveries of GitHub: an issue that is closed or reopened there is closed or reopened here, and the lines of
 * a pull request end when it is closed.
 */
@Injectable()
export class GitHubDeliveries {
  private readonly slots = new ReadSlots();

  constructor(
    @InjectDataSource() private readonly database: DataSource,
    private readonly unitOfWork: UnitOfWork,
    private readonly secrets: GitHubSecrets,
  ) {}

  /**
   * Reads the body of a delivery and checks its signature, with the secret that is stored after the body has arrived.
   * The body is not read if the signature cannot be valid.
   * @param read reads the body in the room that it is given
   * @throws Unauthenticated, RateLimited, and what `read` throws
   */
  async read(
    sender: Sender,
    read: (slot: ReadSlot) => Promise<Buffer>,
  ): Promise<Pick<SignedDelivery, 'organizationId' | 'body'>> {
    if (!isSignature(sender.signature)) throw notSigned();
    const organizationId = await organizationOfPath(this.database, sender.organization);
    if (!organizationId || !(await this.secretOf(organizationId))) throw notSigned();
    const address = networkOf(sender.address);
    const slot = this.slots.acquire(address, organizationId, clock.millis());
    if (!slot) throw new RateLimited(RETRY_AFTER_S);
    try {
      const body = await read(slot);
      const secret = await this.secretOf(organizationId);
      if (!secret || !isSignedByGitHub(body, sender.signature, secret)) throw notSigned();
      this.slots.trust(address, clock.millis());
      return { organizationId, body };
    } finally {
      slot.release();
    }
  }

  /**
   * Processes a delivery, at most once even if it is redelivered; returns how many issues changed, or lines ended.
   * @throws InvalidInput, Forbidden `organization_suspended`
   */
  async take({ organizationId, id, kind, body }: SignedDelivery): Promise<number> {
    const change = parseChange(kind, body);
    if (!id || id.length > LONGEST_ID)
      throw new InvalidInput([{ path: '', code: 'required', message: 'X-GitHub-Delivery is required' }]);
    actAs({ kind: 'system', id: null, name: 'GitHub' });
    return this.unitOfWork.run(async (context) => {
      await requireActive(context.tx, organizationId);
      const inserted = await query(context.tx, INSERT_GITHUB_DELIVERY, [organizationId, id]);
      return inserted.length > 0 && change ? apply(context, organizationId, change) : 0;
    });
  }

  private secretOf(organizationId: string): Promise<string | undefined> {
    return this.secrets.find(this.database.manager, organizationId);
  }
}

const apply = (context: ChangeContext, organizationId: string, change: GitHubChange): Promise<number> =>
  'issue' in change
    ? applyExternalChange(context, organizationId, change.issue)
    : endPullRequest(context, organizationId, change.pullRequest);
