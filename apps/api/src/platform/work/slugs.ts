import { isId } from '#libs/ids';
import slugify from '@sindresorhus/slugify';

/**
 * Turns a name into a slug: Latin transliterated, any other script kept as its own letters and digits, and the kind
 * (`product`, `area`, `standard`) where nothing is left. A name in the form of an id gets the kind before it: ids are
 * taken wherever slugs are, so that the slug would lead to another record.
 */
export function slugOf(name: string, kind: string): string {
  const words = wordsOf(name);
  return isId(words) ? `${kind}-${words}` : words || kind;
}

function wordsOf(name: string): string {
  const latin = slugify(name);
  if (latin) return latin.slice(0, MAX);
  const letters = name
    .normalize('NFKC')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, '-')
    .replace(/^-+|-+$/g, '');
  return [...letters].slice(0, MAX).join('').replace(/-+$/, '');
}

/** The first of `base`, `base-2`, `base-3`, … that is not taken. */
export function freeSlug(base: string, taken: Iterable<string>): string {
  const used = new Set(taken);
  if (!used.has(base)) return base;
  let suffix = 2;
  while (used.has(`${base}-${suffix}`)) suffix += 1;
  return `${base}-${suffix}`;
}

/** How many former slugs a record keeps. */
const MAX_FORMER = 5;

/**
 * The slugs of a record that gets another one: the one that it had keeps leading to it, and the oldest of more than
 * five does so no longer.
 */
export const renamed = (
  { slug: present, formerSlugs }: { slug: string; formerSlugs: readonly string[] },
  slug: string,
): { slug: string; formerSlugs: string[] } => ({
  slug,
  formerSlugs: [...new Set([present, ...formerSlugs])].filter((former) => former !== slug).slice(0, MAX_FORMER),
});

/** Room for a suffix beside it within any index. */
const MAX = 100;
