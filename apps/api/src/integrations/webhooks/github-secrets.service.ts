import { Settings } from '#libs/config';
import { execute, query } from '#libs/database';
import { NotFound } from '#libs/errors';
import { Vault } from '#libs/secrets';
import { Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { DataSource, type EntityManager } from 'typeorm';
import { forgetMade, noteMade } from '../../accounts/identity/recovery/note-made.js';
import type { Organization } from '../../accounts/organizations/organization.entity.js';
import { UnitOfWork } from '../../platform/work/unit-of-work.service.js';
import { GITHUB_SECRET as MADE } from './suspensions.service.js';
import { DELETE_GITHUB_SECRET, GITHUB_SECRET, HAS_GITHUB_SECRET, SET_GITHUB_SECRET } from './webhooks.sql.js';

/** Where the secret of an organization's deliveries is kept. */
export const githubSecretLocation = (organizationId: string) => ({
  table: 'github_secrets',
  row: organizationId,
  column: 'secret',
});

/** The secret with which GitHub signs deliveries for an organization; it can be set but not read. */
@Injectable()
export class GitHubSecrets {
  constructor(
    @InjectDataSource() private readonly database: DataSource,
    private readonly settings: Settings,
    private readonly unitOfWork: UnitOfWork,
    private readonly vault: Vault,
  ) {}

  /** @throws SecretKeyMissing */
  async set({ id, name }: Organization, secret: string): Promise<void> {
    this.vault.requireOpen();
    await this.unitOfWork.run(async (change) => {
      await query(change.tx, SET_GITHUB_SECRET, [id, this.vault.seal(githubSecretLocation(id), secret)]);
      await noteMade(change.tx, { kind: MADE, recordId: id, organizationId: id, title: name });
      change.record({ organizationId: id, type: 'organization.github_secret_set', subject: { id, title: name } });
    });
  }

  async remove({ id, name }: Organization): Promise<void> {
    await this.unitOfWork.run(async (change) => {
      const removed = await execute(change.tx, DELETE_GITHUB_SECRET, [id]);
      if (removed === 0) throw new NotFound('secret of GitHub');
      await forgetMade(change.tx, MADE, [id]);
      change.record({
        organizationId: id,
        type: 'organization.github_secret_removed',
        subject: { id, title: name },
      });
    });
  }

  /** Where GitHub delivers for an organization. */
  urlOf(organizationId: string): string {
    return `${this.settings.publicUrl}/api/webhooks/github/${organizationId}`;
  }

  async isSet(organizationId: string): Promise<boolean> {
    return (await query(this.database, HAS_GITHUB_SECRET, [organizationId])).length > 0;
  }

  /** The current secret; undefined if there is none, or no such organization. */
  async find(tx: EntityManager, organizationId: string): Promise<string | undefined> {
    const [row] = await query(tx, GITHUB_SECRET, [organizationId]);
    return row && this.vault.open(githubSecretLocation(organizationId), row.secret);
  }
}
