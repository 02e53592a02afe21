import slugify from '@sindresorhus/slugify';

/**
 * Turns a name into a slug: Latin transliterated, any other script kept as its own letters and digits,
 * and the kind (`product`, `area`, `standard`) where nothing is left.
 */
export function slugOf(name: string, kind: string): string {
  const latin = slugify(name);
  if (latin) return latin.slice(0, MAX);
  const letters = name
    .normalize('NFKC')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, '-')
    .replace(/^-+|-+$/g, '');
  return [...letters].slice(0, MAX).join('').replace(/-+$/, '') || kind;
}

/** The first of `base`, `base-2`, `base-3`, … that is not taken. */
export function freeSlug(base: string, taken: Iterable<string>): string {
  const used = new Set(taken);
  if (!used.has(base)) return base;
  let suffix = 2;
  while (used.has(`${base}-${suffix}`)) suffix += 1;
  return `${base}-${suffix}`;
}

/** Room for a suffix beside it within any index. */
const MAX = 100;
