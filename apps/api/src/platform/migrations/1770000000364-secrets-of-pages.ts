import { createHash } from 'node:crypto';
import { presentRule } from '#libs/reports';
import { withoutSecrets } from '#libs/snippets';
import type { MigrationInterface, QueryRunner } from 'typeorm';

const BATCH = 2000;
const FIRST_ID = '00000000-0000-0000-0000-000000000000';

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

/** The rows of a query that takes the key after which to go on, and the size of a page, page by page. */
async function* pagesOf<Row>(
  runner: QueryRunner,
  sql: string,
  first: readonly unknown[],
  keyOf: (row: Row) => readonly unknown[],
): AsyncGenerator<Row[]> {
  for (let after = first; ;) {
    const rows = (await runner.query(sql, [...after, BATCH])) as Row[];
    if (rows.length === 0) return;
    yield rows;
    after = keyOf(rows.at(-1)!);
  }
}

/** Issues that were made of findings and not changed since have the texts of these. */
async function cleanIssues(runner: QueryRunner): Promise<void> {
  const pages = pagesOf<Texts & { organization_id: string; id: string }>(
    runner,
    `SELECT i.organization_id, i.id, i.title, i.description
     FROM issues i WHERE (i.organization_id, i.id) > ($1, $2)
       AND (i.title LIKE '%=%' OR i.description LIKE '%=%' OR i.description ILIKE '%<textarea%')
       AND EXISTS (
         SELECT FROM findings f WHERE f.organization_id = i.organization_id AND f.product_id = i.product_id
           AND f.issue_id = i.id AND (i.title = f.title OR i.description = f.description))
     ORDER BY i.organization_id, i.id LIMIT $3`,
    [FIRST_ID, FIRST_ID],
    (row) => [row.organization_id, row.id],
  );
  for await (const rows of pages)
    await runner.query(
      `UPDATE issues i SET title = n.title, description = n.description
       FROM json_to_recordset($1) AS n(organization_id uuid, id uuid, title text, description text)
       WHERE i.organization_id = n.organization_id AND i.id = n.id
         AND (i.title, i.description) IS DISTINCT FROM (n.title, n.description)`,
      [JSON.stringify(rows.map((row) => ({ ...row, ...textsOf({ ...row, snippet: null }) })))],
    );
}

async function cleanFindings(runner: QueryRunner): Promise<void> {
  const numbers = new Map<string, number>();
  const pages = pagesOf<Place & Texts & { aliases: string[] }>(
    runner,
    `SELECT organization_id, product_id, tool, id, rule_id, selector, identity, needs_review, landed, title,
       description, snippet, aliases
     FROM findings WHERE (organization_id, id) > ($1, $2) ORDER BY organization_id, id LIMIT $3`,
    [FIRST_ID, FIRST_ID],
    (row) => [row.organization_id, row.id],
  );
  for await (const rows of pages) {
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
  const pages = pagesOf<Texts & { organization_id: string; finding_id: string; line: number; from_number: number }>(
    runner,
    `SELECT organization_id, finding_id, line, from_number, title, description, snippet FROM finding_words
     WHERE (organization_id, finding_id, line, from_number) > ($1, $2, $3, $4)
       AND (title LIKE '%=%' OR description LIKE '%=%' OR snippet LIKE '%=%' OR snippet ILIKE '%<textarea%')
     ORDER BY organization_id, finding_id, line, from_number LIMIT $5`,
    [FIRST_ID, FIRST_ID, -1, -1],
    (row) => [row.organization_id, row.finding_id, row.line, row.from_number],
  );
  for await (const rows of pages)
    await runner.query(
      `UPDATE finding_words w SET title = n.title, description = n.description, snippet = n.snippet
       FROM json_to_recordset($1) AS n(organization_id uuid, finding_id uuid, line int, from_number int, title text,
         description text, snippet text)
       WHERE w.organization_id = n.organization_id AND w.finding_id = n.finding_id AND w.line = n.line
         AND w.from_number = n.from_number`,
      [JSON.stringify(rows.map((row) => ({ ...row, ...textsOf(row) })))],
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
