import { randomInt, timingSafeEqual } from 'node:crypto';
import { clock } from '#libs/clock';
import { requireBelowLimit, Settings } from '#libs/config';
import { query } from '#libs/database';
import { DAY_MS } from '#libs/dates';
import { Conflict, InvalidInput, NotFound } from '#libs/errors';
import { newId } from '#libs/ids';
import { hashOf, randomToken } from '#libs/secrets';
import { Injectable, type OnModuleInit } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { DataSource, type EntityManager } from 'typeorm';
import { type MailContent, MailQueue } from '../../../platform/mails/mail-queue.service.js';
import { organizationLock, wholeOrganizationLock } from '../../organizations/organization-lock.js';
import { Organization } from '../../organizations/organization.entity.js';
import { providerRulesOf } from '../../organizations/provider-rules.js';
import type { ChangeContext } from '../../../platform/work/change-context.js';
import { UnitOfWork } from '../../../platform/work/unit-of-work.service.js';
import { domainMail } from './domain-mail.js';
import { domainFault, normalizeDomain } from './domain-name.js';
import { DomainRecords, recordName, recordValue } from './domain-records.service.js';
import { movesAt } from './domain-state.js';
import type { VerifyDomain } from './domains.dto.js';
import { DnsUnavailable, DomainCodeRefused, DomainNotProved, DomainTaken } from './errors.js';
import { ProvedDomainNeeded } from '../settings/errors.js';
import { provedDomains } from './proved-domains.js';
import { type DomainProofWay, SignInDomain } from './sign-in-domain.entity.js';
import { HOLDER, KEEP_CODE, LOSE, NOTE_RECORDS, TRY_CODE } from './sign-in-domains.sql.js';
import { Quotas } from '../../organizations/quotas.service.js';

const MAIL = 'domain';
const CODE_LIFETIME_MS = DAY_MS;
const CODE_TRIES = 5;

class DomainExists extends Conflict {
  readonly code = 'already_exists';
  constructor() {
    super('The organization already has this domain.');
  }
}

/** The domains that organizations claim and prove. */
@Injectable()
export class Domains implements OnModuleInit {
  constructor(
    @InjectDataSource() private readonly database: DataSource,
    private readonly settings: Settings,
    private readonly quotas: Quotas,
    private readonly unitOfWork: UnitOfWork,
    private readonly mailQueue: MailQueue,
    private readonly records: DomainRecords,
  ) {}

  onModuleInit(): void {
    this.mailQueue.registerComposer(MAIL, (tx, { subjectId }) => this.compose(tx, subjectId!));
  }

  async list({ id: organizationId }: Organization): Promise<SignInDomain[]> {
    return this.database.manager.find(SignInDomain, { where: { organizationId }, order: { domain: 'ASC' } });
  }

  /** @throws InvalidInput, DomainExists, LimitReached */
  async add(organization: Organization, given: string): Promise<SignInDomain> {
    const domain = normalizeDomain(given);
    const fault = domainFault(domain);
    if (fault) throw new InvalidInput([fault]);
    const organizationId = organization.id;
    return this.unitOfWork.run(async (change) => {
      const { tx } = change;
      await change.lock(organizationLock(organizationId));
      const present = await tx.findBy(SignInDomain, { organizationId });
      if (present.some((other) => other.domain === domain)) throw new DomainExists();
      requireBelowLimit(this.quotas.of(organization.id), 'domains', present.length);
      const id = newId();
      await tx.insert(SignInDomain, { id, organizationId, domain, token: randomToken() });
      const added = await tx.findOneByOrFail(SignInDomain, { id });
      change.record({ ...subjectOf(added), type: 'domain.added' });
      return added;
    });
  }

  /** @throws NotFound, DomainNotProved, DnsUnavailable, DomainTaken, DomainCodeRefused */
  async verify(organization: Organization, given: string, { by, code }: VerifyDomain): Promise<SignInDomain> {
    const claimed = await this.find(this.database.manager, organization, given);
    if (by === 'mail' && code === undefined) return this.mailCode(claimed);
    const found = by === 'dns' ? await this.recordsOf(claimed) : await this.requireCode(claimed, code!);
    const moves = await this.missedSince(claimed, found);
    if (moves !== undefined && !(moves !== null && moves.getTime() <= clock.millis())) throw new DomainTaken(moves);
    return this.unitOfWork.run(async (change) => {
      await change.lock(organizationLock(organization.id));
      const row = await this.find(change.tx, organization, given);
      await this.takeOver(change, row, moves);
      return this.markVerified(change, row, by);
    });
  }

  /** @throws NotFound, ProvedDomainNeeded */
  async remove(organization: Organization, given: string): Promise<void> {
    await this.unitOfWork.run(async (change) => {
      await change.lock(wholeOrganizationLock(organization.id));
      const row = await this.find(change.tx, organization, given);
      const proved = await provedDomains(change.tx, organization.id);
      if (proved.length === 1 && proved[0] === row.domain) await requireNotNeeded(change.tx, organization.id);
      await change.tx.delete(SignInDomain, { id: row.id });
      change.record({ ...subjectOf(row), type: 'domain.removed' });
    });
  }

  private async find(tx: EntityManager, { id }: Organization, given: string): Promise<SignInDomain> {
    const row = await tx.findOneBy(SignInDomain, { organizationId: id, domain: normalizeDomain(given) });
    if (!row) throw new NotFound('domain');
    return row;
  }

  /** The records of the domain, its own among them. */
  private async recordsOf({ domain, token }: SignInDomain): Promise<readonly string[]> {
    const found = await this.records.find(domain);
    if (found === undefined) throw new DnsUnavailable();
    if (!found.includes(recordValue(token))) throw new DomainNotProved(recordName(domain), recordValue(token));
    return found;
  }

  /**
   * From when on another organization that holds the domain loses it to who proves it by these records; null: its own
   * record is there, undefined: nobody else holds it. That the record is gone is noted, from when on it counts.
   */
  private async missedSince(
    { domain, organizationId }: SignInDomain,
    found: readonly string[] | undefined,
  ): Promise<Date | null | undefined> {
    const [holder] = await query(this.database, HOLDER, [domain]);
    if (!holder || holder.organizationId === organizationId) return undefined;
    // A code of the postmaster takes nothing away from who has proved the domain.
    if (!found || found.includes(recordValue(holder.token))) return null;
    if (holder.missingSince === null) await query(this.database, NOTE_RECORDS, [[], [holder.id]]);
    return movesAt({ missingSince: holder.missingSince ?? clock.now() });
  }

  /** Takes the domain from its holder, whose record is gone for long enough. */
  private async takeOver(
    change: ChangeContext,
    { domain }: SignInDomain,
    moves: Date | null | undefined,
  ): Promise<void> {
    if (!moves) return;
    const [holder] = await query(change.tx, HOLDER, [domain]);
    if (!holder) return;
    // Its record may have come back meanwhile.
    const due = movesAt(holder);
    if (due === null || due.getTime() > clock.millis()) throw new DomainTaken(due);
    await query(change.tx, LOSE, [holder.id]);
    change.record({ ...subjectOf({ ...holder, domain }), type: 'domain.lost' });
  }

  private async markVerified(change: ChangeContext, row: SignInDomain, by: DomainProofWay): Promise<SignInDomain> {
    const proved = { verifiedAt: clock.now(), verifiedBy: by, missingSince: null };
    await change.tx.update(SignInDomain, { id: row.id }, { ...proved, codeHash: null, codeTriesLeft: 0 });
    const changes = [{ field: 'verifiedBy', from: row.verifiedBy, to: by }];
    change.record({ ...subjectOf(row), type: 'domain.verified', changes });
    return { ...row, ...proved };
  }

  private async mailCode(row: SignInDomain): Promise<SignInDomain> {
    await this.unitOfWork.run(async (change) => {
      const order = { kind: MAIL, recipient: `postmaster@${row.domain}`, subjectId: row.id };
      await this.mailQueue.orderForOrganization(change, row.organizationId, order);
      change.record({ ...subjectOf(row), type: 'domain.code_mailed' });
    });
    return row;
  }

  private async requireCode({ id }: SignInDomain, code: string): Promise<undefined> {
    const [kept] = await query(this.database, TRY_CODE, [id]);
    if (!kept || !timingSafeEqual(kept.codeHash, codeHashOf(id, code.trim()))) throw new DomainCodeRefused();
  }

  /** Writes the code when its mail is written. */
  private async compose(tx: EntityManager, id: string): Promise<MailContent | undefined> {
    const row = await tx.findOneBy(SignInDomain, { id });
    const organization = row && (await tx.findOneBy(Organization, { id: row.organizationId }));
    if (!row || !organization) return undefined;
    const code = String(randomInt(1_000_000_000)).padStart(9, '0');
    await query(tx, KEEP_CODE, [id, codeHashOf(id, code), clock.in(CODE_LIFETIME_MS), CODE_TRIES]);
    return domainMail(row.domain, organization.name, this.settings.publicUrl, code);
  }
}

/** @throws ProvedDomainNeeded where people must come in by the provider, which lets nobody in without a domain */
async function requireNotNeeded(tx: EntityManager, organizationId: string): Promise<void> {
  if ((await providerRulesOf(tx, organizationId)).required)
    throw new ProvedDomainNeeded(
      'The provider is required, and works only with a verified domain. Verify another domain first, or set `required` to false.',
    );
}

// With the id, so that equal codes of two domains have two hashes.
const codeHashOf = (id: string, code: string): Buffer => hashOf(`${id} ${code}`);

const subjectOf = ({ id, organizationId, domain }: Pick<SignInDomain, 'id' | 'organizationId' | 'domain'>) => ({
  organizationId,
  subject: { id, title: domain },
});
