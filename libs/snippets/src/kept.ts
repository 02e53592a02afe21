import type { QuotedElement } from './element.js';

/** They say how it looks, or are made anew by each build. */
const LEFT_OUT =
  /^(?:class|style|nonce|integrity|data-v-.*|_ng(?:content|host)-.*|ng-version|data-react(?:id|root)|data-emotion)$/;

/** They name elements, which programs number as they come. */
const NAMING =
  /^(?:id|for|form|list|headers|aria-(?:labelledby|describedby|controls|owns|details|activedescendant|errormessage|flowto))$/;

/** Letters with digits among them, as digests of files and components are. */
const MADE = /(?=[a-z]*\d)(?=\d*[a-z])[a-z0-9]{6,}/gi;
/** Ids of React, such as `:r1a:` and `«r1a»`. */
const MADE_BY_REACT = /[:«_]r[0-9a-z]+[:»_]/g;

/**
 * The attributes that an element keeps from build to build, in the order of their names; what a build made of a value
 * is left out.
 */
export function keptAttributes({ attributes }: QuotedElement): [name: string, value: string][] {
  return attributes
    .filter(([name]) => !LEFT_OUT.test(name))
    .map(([name, value]): [string, string] => [name, keptValue(name, value)])
    .sort(([a], [b]) => (a < b ? -1 : a > b ? 1 : 0));
}

function keptValue(name: string, value: string): string {
  const kept = value.replace(MADE_BY_REACT, '*').replace(MADE, '*');
  return NAMING.test(name) ? withoutDigits(kept) : kept;
}

/** Numbers that count something change with it. */
export const withoutDigits = (text: string): string => text.replace(/\d/g, '0');
