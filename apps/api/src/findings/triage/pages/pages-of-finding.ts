import { hash } from 'node:crypto';
import { clock } from '#libs/clock';
import { query } from '#libs/database';
import type { EntityManager } from 'typeorm';
import { pageOfPage, pageReader } from '../../../products/products/page-of.js';
import type { PageRule } from '../../../products/products/product.entity.js';
import { IN_PROPOSALS, PAGES_OF_FINDING, type StoredAnswer, type StoredLine } from './pages.sql.js';

/** A page of a finding: the lines that have the finding there, and what was answered for it. */
interface PageOfFinding {
  page: string;
  lines: Pick<StoredLine, 'id' | 'kind' | 'name'>[];
  answer: Omit<StoredAnswer, 'page'> | null;
}

/** Where a finding is. */
export interface PagesOfFinding {
  /** The newest first. */
  pages: PageOfFinding[];
  /** Main lines have it on so few pages that they are told apart. */
  areDistinguished: boolean;
  isInProposal: boolean;
  /** The ids of the lines that have it. */
  lineIds: ReadonlySet<string>;
}

const MAX_DISTINGUISHED_PAGES = 2000;

/** Reads where a finding is, by the page rules of its product. One statement. */
export async function pagesOfFinding(
  tx: EntityManager,
  { organizationId, id }: { organizationId: string; id: string },
  rules: readonly PageRule[],
): Promise<PagesOfFinding> {
  const [row] = await query(tx, PAGES_OF_FINDING, [organizationId, id]);
  return pagesFrom(row!, rules, clock.millis());
}

/** The same of what is stored. */
function pagesFrom(
  { lines, answers }: { lines: StoredLine[]; answers: StoredAnswer[] },
  rules: readonly PageRule[],
  now: number,
): PagesOfFinding {
  const pageOf = pageReader(rules);
  const pages = new Map<string, PageOfFinding & { at: number }>();
  const named = (page: string) => {
    const known = pages.get(page) ?? { page, lines: [], answer: null, at: -Infinity };
    pages.set(page, known);
    return known;
  };
  for (const { seen, ...line } of lines)
    for (const { addresses, at } of seen)
      for (const address of addresses) {
        const page = named(pageOf(address));
        page.at = Math.max(page.at, at);
        if (!page.lines.some(({ id }) => id === line.id)) page.lines.push(line);
      }
  for (const { page, ...answer } of answers)
    if (answer.until === null || Date.parse(answer.until) > now) named(pageOfPage(page, pageOf)).answer = answer;
  const all = [...pages.values()].sort((a, b) => b.at - a.at || (a.page < b.page ? -1 : 1));
  const inMain = all.filter((page) => page.lines.some(({ kind }) => kind === 'main'));
  return {
    pages: all.map(({ at: _, ...page }) => page),
    areDistinguished: inMain.length <= MAX_DISTINGUISHED_PAGES,
    isInProposal: lines.some(({ kind }) => kind === 'proposal'),
    lineIds: new Set(lines.map(({ id }) => id)),
  };
}

/** Those of some findings of an organization that proposals have. One statement, none where there are none. */
export async function inProposals(
  tx: EntityManager,
  organizationId: string,
  ids: readonly string[],
): Promise<Set<string>> {
  if (ids.length === 0) return new Set();
  const found = await query(tx, IN_PROPOSALS, [organizationId, ids]);
  return new Set(found.map(({ id }) => id));
}

/** Names a page in the table of answers: addresses are longer than an index takes. */
export function pageId(page: string): string {
  const hex = hash('sha256', page, 'hex');
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-${hex.slice(12, 16)}-${hex.slice(16, 20)}-${hex.slice(20, 32)}`;
}
