import { sql, type Uuid } from '#libs/database';
import type {
  KeyCount,
  NextSecrets,
  ReplacedSecrets,
  SecretOfOrganization,
} from '../../../platform/work/secrets-of-organizations.js';

/**
 * Locks the first of the reports that are revisions of each other. What was published is never deleted, and what it
 * revises never changes: the walk needs no lock.
 */
export const LOCK_FIRST = sql<[organizationId: Uuid, productId: Uuid, number: number], { number: number }>(`
  WITH RECURSIVE back AS (
    SELECT r.number, r.revision_of FROM conformance_reports r
    WHERE r.organization_id = $1 AND r.product_id = $2 AND r.number = $3
    UNION ALL
    SELECT r.number, r.revision_of FROM back
    JOIN conformance_reports r ON r.organization_id = $1 AND r.product_id = $2 AND r.number = back.revision_of)
  SELECT r.number FROM conformance_reports r
  WHERE r.organization_id = $1 AND r.product_id = $2 AND r.number = (SELECT number FROM back WHERE revision_of IS NULL)
  FOR UPDATE`);

/** What is said at present by the revisions of a first report. */
export const STANDING = sql<[organizationId: Uuid, productId: Uuid, first: number], { id: Uuid }>(`
  WITH RECURSIVE family AS (
    SELECT r.id, r.number, r.superseded_at FROM conformance_reports r
    WHERE r.organization_id = $1 AND r.product_id = $2 AND r.number = $3
    UNION ALL
    SELECT r.id, r.number, r.superseded_at FROM family
    JOIN conformance_reports r ON r.organization_id = $1 AND r.product_id = $2 AND r.revision_of = family.number
      AND r.status <> 'draft')
  SELECT id FROM family WHERE superseded_at IS NULL`);

/** Verdicts keep who stated them, and when. */
export const COPY_VERDICTS = sql<[organizationId: Uuid, reportId: Uuid, toReportId: Uuid]>(`
  INSERT INTO conformance_verdicts (organization_id, report_id, requirement_id, component, verdict, remarks, reason,
    alternative,
    plain_description, burden_assessment, evidence, from_group, stated_by_user_id, stated_by_name, stated_at, revision)
  SELECT $1::uuid, $3::uuid, requirement_id, component, verdict, remarks, reason, alternative,
    plain_description, burden_assessment, evidence, from_group, stated_by_user_id, stated_by_name, stated_at, 1
  FROM conformance_verdicts WHERE organization_id = $1 AND report_id = $2`);

export const INSERT_DOCUMENT = sql<
  [organizationId: Uuid, reportId: Uuid, document: string, requirementIds: readonly Uuid[], pages: string | null]
>(`
  INSERT INTO conformance_documents (organization_id, report_id, document, requirement_ids, pages)
  VALUES ($1, $2, $3, $4, $5)`);

export const DELETE_OTHER_VERDICTS = sql<[organizationId: Uuid, reportId: Uuid, requirementIds: readonly Uuid[]]>(`
  DELETE FROM conformance_verdicts WHERE organization_id = $1 AND report_id = $2
    AND requirement_id <> ALL ($3::uuid[])`);

export const FROZEN_DOCUMENT = sql<[organizationId: Uuid, reportId: Uuid], { text: string; requirementIds: Uuid[] }>(`
  SELECT document AS text, requirement_ids AS "requirementIds" FROM conformance_documents WHERE organization_id = $1
    AND report_id = $2`);

/** What its audits had found on pages; null: nothing. */
export const FROZEN_PAGES = sql<[organizationId: Uuid, reportId: Uuid], { pages: string | null }>(`
  SELECT pages FROM conformance_documents WHERE organization_id = $1 AND report_id = $2`);

/** Where a public address leads. */
export interface PublicPlace {
  organizationId: string;
  productId: string;
  /** Of the report. */
  number: number;
}

export const INSERT_TOKEN = sql<[tokenHash: Buffer, organizationId: Uuid, productId: Uuid, number: number]>(`
  INSERT INTO conformance_tokens (token_hash, organization_id, product_id, number) VALUES ($1, $2, $3, $4)`);

export const DELETE_TOKENS = sql<[organizationId: Uuid, productId: Uuid, number: number]>(`
  DELETE FROM conformance_tokens WHERE organization_id = $1 AND product_id = $2 AND number = $3`);

export const MOVE_TOKENS = sql<[organizationId: Uuid, productId: Uuid, from: number, to: number]>(`
  UPDATE conformance_tokens SET number = $4 WHERE organization_id = $1 AND product_id = $2 AND number = $3`);

export const PLACE_OF_TOKEN = sql<[tokenHash: Buffer], PublicPlace>(`
  SELECT organization_id AS "organizationId", product_id AS "productId", number FROM conformance_tokens
  WHERE token_hash = $1`);

export const NEXT_TOKENS = sql<NextSecrets, SecretOfOrganization>(`
  /* all organizations: encrypt_stored_secrets */
  SELECT organization_id AS "organizationId", id AS row, public_token AS stored FROM conformance_reports
  WHERE ($1::uuid IS NULL OR (organization_id, id) > ($1, $2::uuid)) AND NOT starts_with(public_token, $3)
  ORDER BY organization_id, id LIMIT $4`);

export const REPLACE_TOKENS = sql<ReplacedSecrets>(`
  /* all organizations: encrypt_stored_secrets */
  UPDATE conformance_reports t SET public_token = r.encrypted
  FROM unnest($1::uuid[], $2::uuid[], $3::text[], $4::text[]) AS r(organization_id, id, stored, encrypted)
  WHERE t.organization_id = r.organization_id AND t.id = r.id AND t.public_token = r.stored`);

export const KEYS_OF_TOKENS = sql<[], KeyCount>(`
  /* all organizations: encrypt_stored_secrets */
  SELECT CASE WHEN starts_with(public_token, 'v1.') THEN split_part(public_token, '.', 2) END AS "keyId",
    count(*)::int AS count
  FROM conformance_reports WHERE public_token IS NOT NULL GROUP BY 1`);
