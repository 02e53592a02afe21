import { builtInId } from '#libs/ids';
import type { AppliesTo } from './applies-to.js';
import type { BuiltInStandard } from './built-in-standard.js';

/** A heading of a standard, by its number. `under`: the heading above it, where the number does not say so. */
export interface Heading {
  number: string;
  name: string;
  under?: string;
}

/** What a standard asks for, by its number. */
export interface NumberedRequirement {
  number: string;
  /** The number that its id is made from, where it once had another. */
  idNumber?: string;
  name: string;
  url: string | null;
  level?: string;
  metadata?: Record<string, unknown>;
  /** Absent: to every product. */
  appliesTo?: AppliesTo;
}

/** A standard as its publisher numbers it; ids, nesting and order follow from the numbers. */
export interface NumberedStandard {
  /** What its ids are made from; it must never change. */
  key: string;
  name: string;
  slug: string;
  description: string;
  cumulative: boolean;
  /** The lowest first. */
  levels: readonly string[];
  headings: readonly Heading[];
  requirements: readonly (NumberedRequirement & { versions: string[] })[];
}

/** The nearest heading above a number: the longest one that it continues, as 5.1.3.2 continues 5.1.3. */
export function headingAbove(number: string, headings: ReadonlySet<string>): string | null {
  const cut = number.lastIndexOf('.');
  if (cut < 0) return null;
  const above = number.slice(0, cut);
  return headings.has(above) ? above : headingAbove(above, headings);
}

/**
 * What W3C notes since 2023 of success criterion 4.1.1 in WCAG 2.0 and 2.1, which standards that take it over do not
 * say themselves; in our words.
 */
const PARSING = 'W3C notes that it is always satisfied by content in HTML or XML. It was removed in WCAG 2.2.';

/** Makes a built-in standard of a numbered one. */
export function numberedStandard(standard: NumberedStandard): BuiltInStandard {
  const { key, name, slug, description, cumulative } = standard;
  const id = (part: string): string => builtInId(`${key}/${part}`);
  const known = new Set(standard.headings.map(({ number }) => number));
  const groupOf = (number: string, under?: string): string | null => {
    const above = under ?? headingAbove(number, known);
    return above === null ? null : id(`group/${above}`);
  };
  return {
    id: builtInId(key),
    name,
    slug,
    description,
    cumulative,
    levels: standard.levels.map((level, sortOrder) => ({ id: id(`level/${level}`), name: level, sortOrder })),
    groups: standard.headings.map((heading, sortOrder) => ({
      id: id(`group/${heading.number}`),
      name: `${heading.number} ${heading.name}`,
      description: null,
      parentId: groupOf(heading.number, heading.under),
      sortOrder,
    })),
    requirements: standard.requirements.map(({ number, level, versions, metadata, ...requirement }, sortOrder) => ({
      id: id(`requirement/${requirement.idNumber ?? number}`),
      name: `${number} ${requirement.name}`,
      description: metadata?.['wcag'] === '4.1.1' ? PARSING : null,
      url: requirement.url,
      levelId: level === undefined ? null : id(`level/${level}`),
      groupId: groupOf(number),
      versions,
      aiTestable: false,
      metadata: metadata ?? {},
      appliesTo: requirement.appliesTo ?? null,
      sortOrder,
    })),
  };
}
