import { isStorable } from '#libs/fields';
import { isId } from '#libs/ids';
import type { DataSource } from 'typeorm';
import type { Admission } from '../../platform/http/current.js';
import { isRecordNumber } from '../../platform/http/record-number.pipe.js';
import type { Organization } from '../../accounts/organizations/organization.entity.js';
import { namedArea } from '../../products/products/named-product.js';
import type { Product } from '../../products/products/product.entity.js';
import { namedStandard } from '../../standards/standards/standards.sql.js';

/** How a path parameter identifies a record: its format, and the rows it can match, with `$$` for its value. */
interface PathRecord {
  isName: (value: string) => boolean;
  rows: string;
}

const numbered = (table: string): PathRecord => ({
  isName: isRecordNumber,
  rows: `FROM ${table} WHERE organization_id = $1 AND product_id = $2 AND number = $$::int`,
});

const STANDARD = `SELECT ${namedStandard('$1', '$3')}`;

/** The standards that reports of the product are about. */
const REPORTED = 'SELECT standard_id FROM conformance_reports WHERE organization_id = $1 AND product_id = $2';

const AREA_NAMED = namedArea('$1', '$2', '$$');

const RECORDS: Readonly<Record<string, PathRecord>> = {
  areaSlug: { isName: isStorable, rows: `FROM areas WHERE organization_id = $1 AND id = ${AREA_NAMED}` },
  auditNumber: numbered('audits'),
  number: numbered('test_activities'),
  issueNumber: numbered('issues'),
  riskNumber: numbered('risks'),
  reportNumber: numbered('conformance_reports'),
  judgedRequirementId: { isName: isId, rows: `FROM requirements WHERE standard_id IN (${REPORTED}) AND id = $$::uuid` },
  judgedGroupId: { isName: isId, rows: `FROM requirement_groups WHERE standard_id IN (${REPORTED}) AND id = $$::uuid` },
  findingId: { isName: isId, rows: 'FROM findings WHERE organization_id = $1 AND product_id = $2 AND id = $$::uuid' },
  standardSlug: { isName: isStorable, rows: `FROM standards WHERE id = ${namedStandard('$1', '$$')}` },
  requirementId: { isName: isId, rows: `FROM requirements WHERE standard_id IN (${STANDARD}) AND id = $$::uuid` },
  groupId: { isName: isId, rows: `FROM requirement_groups WHERE standard_id IN (${STANDARD}) AND id = $$::uuid` },
  keyId: { isName: isId, rows: 'FROM api_keys WHERE organization_id = $1 AND revoked_at IS NULL AND id = $$::uuid' },
  agentId: { isName: isId, rows: 'FROM agents WHERE organization_id = $1 AND id = $$::uuid' },
  signInKeyId: { isName: isId, rows: 'FROM sign_in_keys WHERE organization_id = $1 AND id = $$::uuid' },
  provisioningTokenId: {
    isName: isId,
    rows: 'FROM provisioning_tokens WHERE organization_id = $1 AND id = $$::uuid',
  },
  monitorNumber: numbered('monitors'),
  runId: { isName: isId, rows: 'FROM monitor_runs WHERE organization_id = $1 AND product_id = $2 AND id = $$::uuid' },
  pageId: {
    isName: isId,
    rows: 'FROM inventory_pages WHERE organization_id = $1 AND product_id = $2 AND id = $$::uuid',
  },
  publisherId: {
    isName: isId,
    rows: 'FROM trusted_publishers WHERE organization_id = $1 AND product_id = $2 AND id = $$::uuid',
  },
  viewId: {
    isName: isId,
    rows: 'FROM saved_views WHERE organization_id = $1 AND id = $$::uuid AND (shared OR owner_user_id = $4)',
  },
  connectionId: {
    isName: isId,
    rows: 'FROM tracker_connections WHERE organization_id = $1 AND product_id = $2 AND id = $$::uuid',
  },
  webhookId: { isName: isId, rows: 'FROM webhooks WHERE organization_id = $1 AND id = $$::uuid' },
  deliveryId: {
    isName: isId,
    rows: 'FROM webhook_deliveries WHERE organization_id = $1 AND id = $$::uuid',
  },
};

/** Whether paths of this pattern identify records below their organization and product. */
export const namesRecords = (pattern: string): boolean =>
  [...pattern.matchAll(/:(\w+)/g)].some(([, name]) => name! in RECORDS);

/** Whether all records of a path exist for the caller; at most one statement. */
export async function recordsExist(
  database: DataSource,
  parameters: Readonly<Record<string, string>>,
  { organization, product, principal }: Admission,
): Promise<boolean> {
  const named = Object.entries(parameters).flatMap(([name, value]) => {
    const record = RECORDS[name];
    return record ? [{ ...record, value }] : [];
  });
  if (!named.every(({ isName, value }) => isName(value))) return false;
  const exist = named.map(({ rows }, index) => `EXISTS (SELECT ${rows.replaceAll('$$', () => `$${index + 5}`)})`);
  const [{ found }] = await database.query<[{ found: boolean }]>(
    // Every parameter needs a type, even if no condition uses it.
    `SELECT ${exist.join(' AND ')} AS found FROM (SELECT $1::uuid, $2::uuid, $3::text, $4::uuid) parameters`,
    [
      (organization as Organization | undefined)?.id ?? null,
      (product as Product | undefined)?.id ?? null,
      parameters['standardSlug'] ?? null,
      principal?.userId ?? null,
      ...named.map(({ value }) => value),
    ],
  );
  return found;
}
