import { NotFound } from '#libs/errors';
import { Vault } from '#libs/secrets';
import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import type { Organization } from '../organizations/organization.entity.js';
import { UnitOfWork } from '../work/unit-of-work.service.js';

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
    private readonly unitOfWork: UnitOfWork,
    private readonly vault: Vault,
  ) {}

  /** @throws SecretKeyMissing */
  async set({ id, name }: Organization, secret: string): Promise<void> {
    this.vault.requireOpen();
    await this.unitOfWork.run(async (change) => {
      await change.tx.query(
        `INSERT INTO github_secrets (organization_id, secret, updated_at) VALUES ($1, $2, now())
         ON CONFLICT (organization_id) DO UPDATE SET secret = excluded.secret, updated_at = excluded.updated_at`,
        [id, this.vault.seal(githubSecretLocation(id), secret)],
      );
      change.record({ organizationId: id, type: 'organization.github_secret_set', subject: { id, title: name } });
    });
  }

  async remove({ id, name }: Organization): Promise<void> {
    await this.unitOfWork.run(async (change) => {
      const [removed] = await change.tx.query<[unknown[], number]>(
        'DELETE FROM github_secrets WHERE organization_id = $1 RETURNING 1',
        [id],
      );
      if (removed.length === 0) throw new NotFound('secret of GitHub');
      change.record({
        organizationId: id,
        type: 'organization.github_secret_removed',
        subject: { id, title: name },
      });
    });
  }

  /** The current secret; undefined if there is none, or no such organization. */
  async find(tx: EntityManager, organizationId: string): Promise<string | undefined> {
    const [row] = await tx.query<{ secret: string }[]>('SELECT secret FROM github_secrets WHERE organization_id = $1', [
      organizationId,
    ]);
    return row && this.vault.open(githubSecretLocation(organizationId), row.secret);
  }
}
