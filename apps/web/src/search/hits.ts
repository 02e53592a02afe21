import type { SearchHits } from '@curbcut/client';
import { at } from '../app/addresses';

/** A kind of records that are searched. */
export type HitKind = keyof SearchHits;

/** A record that was found. */
export type Hit = NonNullable<SearchHits[HitKind]>[number];

/** The kinds in the order in which they are shown. */
export const HIT_KINDS: readonly HitKind[] = [
  'products',
  'issues',
  'findings',
  'audits',
  'risks',
  'conformanceReports',
  'areas',
  'standards',
];

/** Where a record that was found is shown. */
export function addressOfHit(org: string, kind: HitKind, { id, number, slug, productSlug }: Hit): string {
  if (kind === 'standards') return at('/o/$org/standards/$standard', { org, standard: slug ?? id });
  if (kind === 'products') return at('/o/$org/p/$product', { org, product: slug ?? id });
  const product = productSlug ?? '';
  const named = { org, product, number: String(number) };
  switch (kind) {
    case 'issues':
      return at('/o/$org/p/$product/issues/$number', named);
    case 'audits':
      return at('/o/$org/p/$product/audits/$number', named);
    case 'risks':
      return at('/o/$org/p/$product/risks/$number', named);
    case 'conformanceReports':
      return at('/o/$org/p/$product/reports/$number', named);
    case 'areas':
      return at('/o/$org/p/$product/areas', { org, product });
    case 'findings':
      return at('/o/$org/p/$product/findings/$finding', { org, product, finding: id });
    default:
      return at('/o/$org/p/$product', { org, product });
  }
}
