import { inTransaction } from '#libs/database';
import { NotFound } from '#libs/errors';
import { Vault } from '#libs/secrets';
import { Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { DataSource, type EntityManager } from 'typeorm';
import { record } from '../events/record.js';
import type { Organization } from '../organizations/organization.entity.js';

const shelf = (organizationId: string) => ({ table: 'github_secrets', row: organizationId, column: 'secret' });

/** The secret with which GitHub signs what it delivers to an organization; people can set it and nobody can read it. */
@Injectable()
export class GitHubSecrets {
  constructor(
    @InjectDataSource() private readonly database: DataSource,
    private readonly vault: Vault,
  ) {}

  /** @throws SecretKeyMissing */
  async set({ id, name }: Organization, secret: string): Promise<void> {
    this.vault.requireOpen();
    await inTransaction(this.database, async (tx) => {
      await tx.query(
        `INSERT INTO github_secrets (organization_id, secret) VALUES ($1, $2)
         ON CONFLICT (organization_id) DO UPDATE SET secret = excluded.secret, updated_at = now()`,
        [id, this.vault.seal(shelf(id), secret)],
      );
      await record(tx, { organizationId: id, type: 'organization.github_secret_set', subject: { id, title: name } });
    });
  }

  async remove({ id, name }: Organization): Promise<void> {
    await inTransaction(this.database, async (tx) => {
      const [removed] = await tx.query<[unknown[], number]>(
        'DELETE FROM github_secrets WHERE organization_id = $1 RETURNING 1',
        [id],
      );
      if (removed.length === 0) throw new NotFound('secret of GitHub');
      await record(tx, {
        organizationId: id,
        type: 'organization.github_secret_removed',
        subject: { id, title: name },
      });
    });
  }

  /** The secret as it is now; undefined where there is none, or no such organization. */
  async of(tx: EntityManager, organizationId: string): Promise<string | undefined> {
    const [row] = await tx.query<{ secret: string }[]>('SELECT secret FROM github_secrets WHERE organization_id = $1', [
      organizationId,
    ]);
    return row && this.vault.open(shelf(organizationId), row.secret);
  }
}
