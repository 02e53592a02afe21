import { createHash } from 'node:crypto';
import { presentRule } from '#libs/reports';
import { withoutSecrets } from '#libs/snippets';
import type { MigrationInterface, QueryRunner } from 'typeorm';

const BATCH = 2000;

/**
 * What findings quote of pages has no values that may be secrets, and rules have their present names. Findings stay the
 * same ones: they are also known by what reports now say of them.
 */
export class SecretsOfPages1770000000364 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await cleanIssues(runner);
    await cleanFindings(runner);
    await cleanWords(runner);
  }

  /** Nobody knows what was masked, and the former release reads what is there. */
  async down(): Promise<void> {}
}

interface Place {
  organization_id: string;
  product_id: string;
  tool: string;
  id: string;
  rule_id: string;
  selector: string | null;
  identity: string;
  needs_review: boolean;
  landed: boolean;
}

interface Texts {
  title: string;
  description: string | null;
  snippet: string | null;
}

/** Issues that were made of findings and not changed since have what these say. */
async function cleanIssues(runner: QueryRunner): Promise<void> {
  const rows = (await runner.query(`
    SELECT i.organization_id, i.id, i.title, i.description
    FROM issues i WHERE EXISTS (
      SELECT FROM findings f WHERE f.organization_id = i.organization_id AND f.product_id = i.product_id AND f.issue_id = i.id
        AND (i.title = f.title OR i.description = f.description))
      AND (i.title LIKE '%=%' OR i.description LIKE '%=%' OR i.description ILIKE '%<textarea%')
  `)) as (Texts & { organization_id: string; id: string })[];
  const changed = rows
    .map((row) => ({ ...row, ...textsOf({ ...row, snippet: null }) }))
    .filter((row, index) => row.title !== rows[index]!.title || row.description !== rows[index]!.description);
  for (const batch of batches(changed))
    await runner.query(
      `UPDATE issues i SET title = n.title, description = n.description
       FROM json_to_recordset($1) AS n(organization_id uuid, id uuid, title text, description text)
       WHERE i.organization_id = n.organization_id AND i.id = n.id`,
      [JSON.stringify(batch)],
    );
}

async function cleanFindings(runner: QueryRunner): Promise<void> {
  const numbers = new Map<string, number>();
  let after = ['00000000-0000-0000-0000-000000000000', '00000000-0000-0000-0000-000000000000'];
  for (;;) {
    const rows = (await runner.query(
      `SELECT organization_id, product_id, tool, id, rule_id, selector, identity, needs_review, landed, title,
         description, snippet, aliases
       FROM findings WHERE (organization_id, id) > ($1, $2) ORDER BY organization_id, id LIMIT ${BATCH}`,
      after,
    )) as (Place & Texts & { aliases: string[] })[];
    if (rows.length === 0) return;
    after = [rows.at(-1)!.organization_id, rows.at(-1)!.id];
    const changed = rows.flatMap((row) => {
      const selector = row.selector === null ? null : withoutSecrets(row.selector);
      const ruleId = presentRule(row.tool, row.rule_id);
      const aliases = [...new Set(row.aliases.map(withoutSecrets))];
      const texts = textsOf(row);
      const isMoved = selector !== row.selector || ruleId !== row.rule_id;
      const isReworded =
        texts.title !== row.title || texts.description !== row.description || texts.snippet !== row.snippet;
      if (!isMoved && !isReworded && aliases.join() === row.aliases.join()) return [];
      const { organization_id, product_id, tool, id, identity, needs_review, landed } = row;
      const told = selector === row.selector ? selector : numbered(numbers, row, ruleId, selector!);
      const spelling = isMoved && landed ? identityOf(ruleId, told, needs_review) : null;
      return [
        {
          organization_id,
          product_id,
          tool,
          id,
          identity,
          ...texts,
          rule_id: ruleId,
          selector: told,
          aliases,
          spelling,
        },
      ];
    });
    const given = [JSON.stringify(changed)];
    await runner.query(
      `UPDATE findings f SET title = n.title, description = n.description, snippet = n.snippet, rule_id = n.rule_id,
         selector = n.selector, aliases = n.aliases, spelling = coalesce(n.spelling, f.spelling)
       FROM json_to_recordset($1) AS n(organization_id uuid, id uuid, title text, description text, snippet text,
         rule_id text, selector text, aliases text[], spelling uuid)
       WHERE f.organization_id = n.organization_id AND f.id = n.id`,
      given,
    );
    await runner.query(
      `INSERT INTO finding_spellings (organization_id, product_id, tool, line, spelling, identity)
       SELECT organization_id, product_id, tool, 0, spelling, identity
       FROM json_to_recordset($1) AS n(organization_id uuid, product_id uuid, tool text, spelling uuid, identity uuid)
       WHERE spelling IS NOT NULL
       ON CONFLICT DO NOTHING`,
      given,
    );
  }
}

/** Selectors that differ only in what is masked are numbered, as reports number them. */
function numbered(numbers: Map<string, number>, row: Place, ruleId: string, selector: string): string {
  const key = JSON.stringify([row.organization_id, row.product_id, row.tool, ruleId, selector, row.needs_review]);
  const number = (numbers.get(key) ?? 0) + 1;
  numbers.set(key, number);
  return number > 1 ? `${selector} (${number})` : selector;
}

async function cleanWords(runner: QueryRunner): Promise<void> {
  const rows = (await runner.query(`
    SELECT organization_id, finding_id, line, from_number, title, description, snippet FROM finding_words
    WHERE title LIKE '%=%' OR description LIKE '%=%' OR snippet LIKE '%=%' OR snippet ILIKE '%<textarea%'
  `)) as (Texts & { organization_id: string; finding_id: string; line: number; from_number: number })[];
  for (const batch of batches(rows.map((row) => ({ ...row, ...textsOf(row) }))))
    await runner.query(
      `UPDATE finding_words w SET title = n.title, description = n.description, snippet = n.snippet
       FROM json_to_recordset($1) AS n(organization_id uuid, finding_id uuid, line int, from_number int, title text,
         description text, snippet text)
       WHERE w.organization_id = n.organization_id AND w.finding_id = n.finding_id AND w.line = n.line
         AND w.from_number = n.from_number`,
      [JSON.stringify(batch)],
    );
}

const textsOf = ({ title, description, snippet }: Texts): Texts => ({
  title: withoutSecrets(title),
  description: description === null ? null : withoutSecrets(description),
  snippet: snippet === null ? null : withoutSecrets(snippet),
});

/** As reports are told apart: 128 bits of SHA-256 as a UUID. */
function identityOf(ruleId: string, selector: string | null, needsReview: boolean): string {
  const text = `[${JSON.stringify(ruleId)}, ${JSON.stringify(selector)}${needsReview ? ', "review"' : ''}]`;
  const hex = createHash('sha256').update(text).digest('hex').slice(0, 32);
  return hex.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5');
}

const batches = <T>(rows: readonly T[]): T[][] =>
  Array.from({ length: Math.ceil(rows.length / BATCH) }, (_, index) => rows.slice(index * BATCH, (index + 1) * BATCH));
