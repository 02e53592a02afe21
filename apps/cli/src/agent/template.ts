import { createHash } from 'node:crypto';
import type { World } from '../scan/page.js';

/**
 * The tree of landmarks, headings and lists of a page, as a text. What repeats beside itself counts once, so that a list of
 * three articles and one of thirty are the same template.
 */
const OUTLINE = String.raw`(() => {
  const LANDMARKS = { HEADER: 'banner', NAV: 'navigation', MAIN: 'main', ASIDE: 'complementary', FOOTER: 'contentinfo', FORM: 'form', SEARCH: 'search', ARTICLE: 'article', SECTION: 'section' };
  const LISTS = { UL: 'list', OL: 'list', DL: 'definitions', TABLE: 'table' };
  const ROLES = new Set(['banner', 'navigation', 'main', 'complementary', 'contentinfo', 'form', 'search', 'region', 'article', 'list', 'table', 'grid']);
  let seen = 0;
  const outline = (element, depth) => {
    if ((seen += 1) > 20000 || depth > 200) return [];
    const role = element.getAttribute('role');
    const heading = /^H([1-6])$/.exec(element.tagName);
    const own = role !== null && ROLES.has(role) ? role : heading ? 'h' + heading[1] : LANDMARKS[element.tagName] || LISTS[element.tagName];
    const inner = [];
    if (!heading) for (const child of [...element.children, ...(element.shadowRoot ? element.shadowRoot.children : [])])
      for (const part of outline(child, depth + 1)) if (inner[inner.length - 1] !== part) inner.push(part);
    return own ? [inner.length > 0 ? own + '(' + inner.join(' ') + ')' : own] : inner;
  };
  return document.body ? outline(document.body, 0).join(' ') : '';
})()`;

/** A digest of how a page is built: pages of one template have the same. */
export const templateOf = async (world: World): Promise<string> => digestOf(await world<string>(OUTLINE));

const digestOf = (outline: string): string => createHash('sha256').update(outline).digest('hex').slice(0, 16);
