import { clock } from '#libs/clock';
import { query } from '#libs/database';
import { NIL_ID } from '#libs/ids';
import { Jobs } from '#libs/jobs';
import { Injectable, type OnModuleInit } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { DataSource } from 'typeorm';
import { wholeOrganizationLock } from '../../organizations/organization-lock.js';
import { UnitOfWork } from '../../../platform/work/unit-of-work.service.js';
import { type Certificate, certificateState, readCertificate } from './certificate.js';
import { OrganizationSignIn } from './organization-sign-in.entity.js';
import { NEXT_WITH_CERTIFICATES, type WithCertificates } from './sign-in-settings.sql.js';

/** Has people who manage an organization told, once of each, that a certificate of its provider ends. */
@Injectable()
export class CertificateNotices implements OnModuleInit {
  constructor(
    @InjectDataSource() private readonly database: DataSource,
    private readonly jobs: Jobs,
    private readonly unitOfWork: UnitOfWork,
  ) {}

  onModuleInit(): void {
    this.jobs.schedule('53 4 * * *', 'tell_of_certificates', () => this.notifyAll());
  }

  private async notifyAll(): Promise<void> {
    let after = NIL_ID;
    for (;;) {
      const settings: WithCertificates[] = await query(this.database, NEXT_WITH_CERTIFICATES, [after]);
      if (settings.length === 0) return;
      after = settings.at(-1)!.organizationId;
      for (const one of settings) if (endingOf(one).length > 0) await this.notifyOne(one.organizationId);
    }
  }

  /** It looks again under the lock: another replica may have told of them, or an owner replaced them. */
  private async notifyOne(organizationId: string): Promise<void> {
    await this.unitOfWork.run(async (change) => {
      await change.lock(wholeOrganizationLock(organizationId));
      const provider = await change.tx.findOneBy(OrganizationSignIn, { organizationId });
      const ending = provider?.suspendedBy === null ? endingOf(provider) : [];
      if (!provider || ending.length === 0) return;
      const toldCertificates = [...provider.toldCertificates, ...ending.map(({ fingerprint }) => fingerprint)];
      await change.tx.update(
        OrganizationSignIn,
        { organizationId },
        { toldCertificates, updatedAt: provider.updatedAt },
      );
      const ends = ending.map(({ fingerprint, validUntil }) => ({ fingerprint, endsAt: validUntil.toISOString() }));
      change.tell({ kind: 'certificate_ending', organizationId, issuer: provider.issuer, certificates: ends });
    });
  }
}

const endingOf = ({ certificates, toldCertificates }: Omit<WithCertificates, 'organizationId'>): Certificate[] =>
  certificates
    .map((pem) => readCertificate(pem)!)
    .filter(
      (one) =>
        ['ending', 'ended'].includes(certificateState(one, clock.millis())) &&
        !toldCertificates.includes(one.fingerprint),
    );
