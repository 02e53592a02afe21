import type { Rating } from '../../accounts/organizations/ratings.js';
import { FUNCTIONAL_NEEDS } from '../../standards/taxonomy/built-in-needs.js';

/** Open issues of a product that block the same functional needs: bit by bit, in the order of the needs. */
export interface BlockedNeeds {
  productSlug: string;
  needs: number;
  count: number;
  high: number;
  medium: number;
  low: number;
}

/** One of the heaviest open issues. */
export interface HeavyIssue {
  productSlug: string;
  number: number;
  needs: number;
}

type BySeverity = Record<Rating | 'none', number>;

/** How many open issues block people with a functional need. */
interface NeedCount {
  id: string;
  slug: string;
  name: string;
  count: number;
  bySeverity: BySeverity;
  byProduct: { productSlug: string; count: number }[];
}

/** Who is blocked, by what most, and who would no longer be. */
export interface BlockedPeople {
  functionalNeeds: NeedCount[];
  heaviest: { productSlug: string; number: number; needs: string[] }[];
  freed: string[];
}

const has = (needs: number, place: number): boolean => (needs & (1 << place)) !== 0;
const slugsOf = (needs: number): string[] =>
  FUNCTIONAL_NEEDS.filter((_need, place) => has(needs, place)).map(({ slug }) => slug);

/**
 * Who is blocked by these open issues, in the fixed order of functional needs; products with the most of them come
 * first. A need is freed that no open issue blocks but the heaviest.
 */
export function blockedPeople(blocked: readonly BlockedNeeds[], heaviest: readonly HeavyIssue[]): BlockedPeople {
  const functionalNeeds = FUNCTIONAL_NEEDS.map(({ id, slug, name }, place) => {
    const own = blocked.filter(({ needs }) => has(needs, place));
    const total = (of: 'count' | Rating): number => own.reduce((sum, each) => sum + each[of], 0);
    const [count, high, medium, low] = [total('count'), total('high'), total('medium'), total('low')];
    const byProduct = new Map<string, number>();
    for (const each of own) byProduct.set(each.productSlug, (byProduct.get(each.productSlug) ?? 0) + each.count);
    return {
      id,
      slug,
      name,
      count,
      bySeverity: { high, medium, low, none: count - high - medium - low },
      byProduct: [...byProduct]
        .map(([productSlug, count]) => ({ productSlug, count }))
        .sort((a, b) => b.count - a.count || (a.productSlug < b.productSlug ? -1 : 1)),
    };
  });
  const freed = functionalNeeds.filter(
    ({ count }, place) => count > 0 && heaviest.filter(({ needs }) => has(needs, place)).length === count,
  );
  return {
    functionalNeeds,
    heaviest: heaviest.map(({ needs, ...issue }) => ({ ...issue, needs: slugsOf(needs) })),
    freed: freed.map(({ slug }) => slug),
  };
}
