import { query, withinTime } from '#libs/database';
import { Injectable } from '@nestjs/common';
import { ReplicaReads } from '../../platform/lists/replica-reads.js';
import { SEARCH_TIMEOUT_MS, SearchTooBroad } from '../../platform/lists/search-limits.js';
import type { ModuleName } from '../../accounts/organizations/modules.js';
import type { Organization } from '../../accounts/organizations/organization.entity.js';
import { searchTerms } from './search-terms.js';
import type { SearchHits } from './dto/search.dto.js';
import { PLAN_SEARCH, SEARCH, type SearchedKind } from './search.sql.js';

/** The module that each kind belongs to. */
const MODULES = {
  products: 'products',
  areas: 'products',
  standards: 'products',
  issues: 'issues',
  findings: 'testing',
  audits: 'audits',
  risks: 'risks',
  conformanceReports: 'conformance',
} satisfies Record<SearchedKind, ModuleName>;

/** Searches everything of an organization. */
@Injectable()
export class SearchService {
  constructor(private readonly replicas: ReplicaReads) {}

  /** @throws SearchTooBroad */
  async search({ id, enabledModules }: Organization, text: string): Promise<SearchHits> {
    const { words, number, slug } = searchTerms(text);
    const kinds = (Object.keys(MODULES) as SearchedKind[]).filter((kind) => enabledModules.includes(MODULES[kind]));
    const [found] = await this.replicas.read((manager) =>
      withinTime(manager, SEARCH_TIMEOUT_MS, async (tx) => {
        await query(tx, PLAN_SEARCH, []);
        return query(tx, SEARCH, [id, words, number, slug, kinds]);
      }),
    );
    if (kinds.some((kind) => found![kind] === null)) throw new SearchTooBroad();
    return found as SearchHits;
  }
}
