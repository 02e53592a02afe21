import { sql, type Uuid } from '#libs/database';

/**
 * Locks the first of the reports that are revisions of each other. What was published is never deleted, and what it revises never changes: the
 * walk needs no lock.
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
    JOIN conformance_reports r ON r.organization_id = $1 AND r.product_id = $2 AND r.revision_of = family.number AND r.status <> 'draft')
  SELECT id FROM family WHERE superseded_at IS NULL`);

/** Verdicts keep who stated them, and when. */
export const COPY_VERDICTS = sql<[organizationId: Uuid, reportId: Uuid, toReportId: Uuid]>(`
  INSERT INTO conformance_verdicts (organization_id, report_id, requirement_id, component, verdict, remarks, reason, alternative,
    plain_description, burden_assessment, evidence, from_group, stated_by_user_id, stated_by_name, stated_at, revision)
  SELECT $1::uuid, $3::uuid, requirement_id, component, verdict, remarks, reason, alternative,
    plain_description, burden_assessment, evidence, from_group, stated_by_user_id, stated_by_name, stated_at, 1
  FROM conformance_verdicts WHERE organization_id = $1 AND report_id = $2`);

export const INSERT_DOCUMENT = sql<
  [organizationId: Uuid, reportId: Uuid, document: string, requirementIds: readonly Uuid[]]
>(`
  INSERT INTO conformance_documents (organization_id, report_id, document, requirement_ids) VALUES ($1, $2, $3, $4)`);

export const DELETE_OTHER_VERDICTS = sql<[organizationId: Uuid, reportId: Uuid, requirementIds: readonly Uuid[]]>(`
  DELETE FROM conformance_verdicts WHERE organization_id = $1 AND report_id = $2 AND requirement_id <> ALL ($3::uuid[])`);

export const FROZEN_DOCUMENT = sql<[organizationId: Uuid, reportId: Uuid], { text: string; requirementIds: Uuid[] }>(`
  SELECT document AS text, requirement_ids AS "requirementIds" FROM conformance_documents WHERE organization_id = $1 AND report_id = $2`);

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
  SELECT organization_id AS "organizationId", product_id AS "productId", number FROM conformance_tokens WHERE token_hash = $1`);

/** The secret of a report; `row` is its id. */
export interface PublicToken {
  organizationId: string;
  row: string;
  stored: string;
}

export const ALL_TOKENS = sql<[], PublicToken>(`
  /* all organizations: encrypt_stored_secrets */
  SELECT organization_id AS "organizationId", id AS row, public_token AS stored FROM conformance_reports WHERE public_token IS NOT NULL`);

/** Replaces a secret, unless it was changed meanwhile. */
export const REPLACE_TOKEN = sql<[organizationId: Uuid, reportId: Uuid, stored: string, encrypted: string]>(`
  UPDATE conformance_reports SET public_token = $4 WHERE organization_id = $1 AND id = $2 AND public_token = $3`);
