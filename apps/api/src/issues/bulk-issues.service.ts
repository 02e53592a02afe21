import { inTransaction } from '#libs/database';
import { notFoundOf, present } from '#libs/rows';
import { Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { DataSource, type EntityManager } from 'typeorm';
import type { EventType } from '../events/event-types.js';
import { record } from '../events/record.js';
import { regradeAll } from '../grading/regrade.js';
import type { Organization } from '../organizations/organization.entity.js';
import { holdRunsBack } from '../products/product-records.js';
import type { IssueBulkData } from './dto/issue.dto.js';

interface Touched {
  id: string;
  productId: string;
}

/** Changes and deletes of many issues at once: all or nothing, and never beyond the organization. */
@Injectable()
export class BulkIssuesService {
  constructor(@InjectDataSource() private readonly database: DataSource) {}

  async update(
    organization: Organization,
    ids: readonly string[],
    data: IssueBulkData,
  ): Promise<{ updated: number; notFound: string[] }> {
    return inTransaction(this.database, async (tx) => {
      const changes = present(data, 'state', 'severity', 'impact', 'effort', 'priority');
      const found = await tx.query<Touched[]>(UPDATE, [organization.id, ids, JSON.stringify(changes)]);
      if (found.length > 0 && Object.keys(changes).length > 0) {
        await this.finish(
          tx,
          organization,
          found,
          'issue.bulk_updated',
          Object.entries(changes).map(([field, to]) => ({ field, from: null, to })),
        );
      }
      return { updated: found.length, notFound: notFoundOf(ids, found) };
    });
  }

  async delete(organization: Organization, ids: readonly string[]): Promise<{ deleted: number; notFound: string[] }> {
    return inTransaction(this.database, async (tx) => {
      await holdRunsBack(tx, await this.productsNamed(tx, organization, ids));
      const found = await this.lock(tx, organization, ids);
      if (found.length > 0) {
        const known = found.map(({ id }) => id);
        await tx.query(
          `UPDATE findings SET status = 'pending', updated_at = now()
           WHERE product_id = ANY ($1::uuid[]) AND issue_id = ANY ($2::uuid[]) AND status = 'confirmed'`,
          [productsOf(found), known],
        );
        await tx.query('DELETE FROM issues WHERE id = ANY ($1::uuid[])', [known]);
        await this.finish(tx, organization, found, 'issue.bulk_deleted', []);
      }
      return { deleted: found.length, notFound: notFoundOf(ids, found) };
    });
  }

  private async productsNamed(
    tx: EntityManager,
    organization: Organization,
    ids: readonly string[],
  ): Promise<string[]> {
    return productsOf(
      await tx.query(
        'SELECT id, product_id AS "productId" FROM issues WHERE organization_id = $1 AND id = ANY ($2::uuid[])',
        [organization.id, ids],
      ),
    );
  }

  private lock(tx: EntityManager, organization: Organization, ids: readonly string[]): Promise<Touched[]> {
    return tx.query(LOCK, [organization.id, ids]);
  }

  private async finish(
    tx: EntityManager,
    organization: Organization,
    found: Touched[],
    type: EventType,
    changes: { field: string; from: unknown; to: unknown }[],
  ): Promise<void> {
    const ids = { field: 'ids', from: null, to: found.map(({ id }) => id) };
    await record(tx, {
      organizationId: organization.id,
      type,
      subject: { title: `${found.length} issues` },
      changes: [...changes, ids],
    });
    await regradeAll(tx, productsOf(found));
  }
}

const productsOf = (found: readonly Touched[]): string[] => [...new Set(found.map(({ productId }) => productId))];

// In the order of their ids, so that two bulk requests cannot deadlock.
const LOCK = `
  SELECT id, product_id AS "productId" FROM issues
  WHERE organization_id = $1 AND id = ANY ($2::uuid[]) ORDER BY id FOR UPDATE`;

const UPDATE = `
  WITH found AS MATERIALIZED (${LOCK}), changed AS (
  UPDATE issues i SET
    state = coalesce((d.data ->> 'state')::issue_state, i.state),
    closed_at = CASE WHEN NOT d.data ? 'state' OR (d.data ->> 'state')::issue_state = i.state THEN i.closed_at
                     WHEN d.data ->> 'state' = 'closed' THEN now() END,
    severity = CASE WHEN d.data ? 'severity' THEN (d.data ->> 'severity')::rating ELSE i.severity END,
    impact = CASE WHEN d.data ? 'impact' THEN (d.data ->> 'impact')::rating ELSE i.impact END,
    effort = CASE WHEN d.data ? 'effort' THEN (d.data ->> 'effort')::rating ELSE i.effort END,
    priority = CASE WHEN d.data ? 'priority' THEN (d.data ->> 'priority')::issue_priority ELSE i.priority END,
    updated_at = now()
  FROM found, (SELECT $3::jsonb AS data) d
  WHERE i.id = found.id AND d.data <> '{}')
  SELECT * FROM found`;
