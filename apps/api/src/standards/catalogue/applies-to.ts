import type { Feature } from './features.js';

/**
 * To which products a requirement applies: those of one of these types or with one of these features, if they have all
 * that is `with` it.
 */
export interface AppliesTo {
  types: readonly ProductKind[];
  features: readonly Feature[];
  with: readonly Feature[];
}

/** What of a product decides what applies to it. */
export interface Applicant {
  type: ProductKind;
  features: readonly Feature[];
  /** Requirements that do not apply and shall. */
  drawnIn: readonly string[];
}

/** The types of products. */
export const PRODUCT_KINDS = [
  'website',
  'web-app',
  'mobile-app',
  'desktop-app',
  'design-system',
  'document',
  'other',
] as const;
export type ProductKind = (typeof PRODUCT_KINDS)[number];

/** Whether a product is one of those to which a requirement applies; to null applies every one. */
export function appliesTo(condition: AppliesTo | null, { type, features }: Omit<Applicant, 'drawnIn'>): boolean {
  if (condition === null) return true;
  const isMeant = condition.types.includes(type) || condition.features.some((feature) => features.includes(feature));
  return isMeant && condition.with.every((feature) => features.includes(feature));
}

/** What the nearest entry says whose number a requirement has or continues, as 5.1.3.2 continues 5.1. */
export function nearestEntry<T>(number: string, entries: Readonly<Record<string, T>>): T | undefined {
  if (Object.hasOwn(entries, number)) return entries[number];
  const cut = number.lastIndexOf('.');
  return cut < 0 ? undefined : nearestEntry(number.slice(0, cut), entries);
}
