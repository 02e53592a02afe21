import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/** Pages by their file, each a list of elements; `null` deletes a page. */
export type Pages = Readonly<Record<string, readonly string[] | null>>;

const FOLDER = 'site';

/** Pages as files of a repository: elements far enough apart for git to merge changes of two. */
export const filesOf = (pages: Pages): Record<string, string | null> =>
  Object.fromEntries(
    Object.entries(pages).map(([name, elements]) => [
      `${FOLDER}/${name}`,
      elements && ['<main>', ...elements.flatMap((one) => ['', '', '', '', one]), '', '</main>', ''].join('\n'),
    ]),
  );

const BARRIERS = [
  { rule: 'image-alt', tag: 'img', has: / alt=/, wcag: ['wcag2a', 'wcag111'], impact: 'critical' },
  { rule: 'button-name', tag: 'button', has: />[^<]+</, wcag: ['wcag2a', 'wcag412'], impact: 'critical' },
  { rule: 'label', tag: 'input', has: / aria-label=/, wcag: ['wcag2a', 'wcag412'], impact: 'serious' },
  { rule: 'link-in-text-block', tag: 'a', has: / class=/, wcag: ['wcag2a', 'wcag141'], impact: 'serious' },
] as const;

/** How a scan is done. */
export interface ScanOptions {
  /** Where the site is served; previews are elsewhere. */
  origin?: string;
  /** Pages that this scan does not look at. */
  without?: readonly string[];
  /** Rules that it misses this time. */
  missing?: readonly string[];
  /** What stands behind each address. */
  query?: string;
  /** The folder of the site, where there are several in the repository. */
  folder?: string;
}

/**
 * What axe-core says of the pages that are checked out, as its command line writes it: selectors are as short as they
 * can be.
 */
export function scanWithAxe(checkout: string, options: ScanOptions = {}): object[] {
  return pagesOf(checkout, options).map(({ url, elements }) => ({
    testEngine: { name: 'axe-core', version: '4.14.1' },
    testRunner: { name: 'axe' },
    toolOptions: {},
    url,
    timestamp: new Date().toISOString(),
    violations: BARRIERS.filter(({ rule }) => !options.missing?.includes(rule)).flatMap(
      ({ rule, tag, has, wcag, impact }) => {
        const failing = elements.filter((one) => one.startsWith(`<${tag}`) && !has.test(one));
        const nodes = failing.map((html) => ({
          ...{ target: [selectorOf(html, elements)], html, impact, any: [], all: [], none: [] },
          failureSummary: 'Fix it',
        }));
        const about = { help: `About ${rule}`, description: rule, helpUrl: `https://rules.example/${rule}` };
        return nodes.length === 0 ? [] : [{ id: rule, ...about, impact, tags: wcag, nodes }];
      },
    ),
    passes: [],
    incomplete: [],
    inapplicable: [],
  }));
}

/** What pa11y says of one page. */
export function scanWithPa11y(checkout: string, page: string): object[] {
  const { elements } = pagesOf(checkout, {}).find(({ url }) => new URL(url).pathname === page)!;
  return elements
    .filter((one) => one.startsWith('<img') && !one.includes(' alt='))
    .map((context) => ({
      code: 'WCAG2AA.Principle1.Guideline1_1.1_1_1.H37',
      ...{ type: 'error', message: 'Img element missing an alt attribute.', context, runner: 'htmlcs' },
      selector: `html > body > main > ${selectorOf(context, elements)}`,
    }));
}

function pagesOf(
  checkout: string,
  { origin = 'https://shop.example', without = [], query = '', folder = FOLDER }: ScanOptions,
): { url: string; elements: string[] }[] {
  return readdirSync(join(checkout, folder), { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.html') && !without.includes(name))
    .sort()
    .map((name) => ({
      url: `${origin}/${name.replace(/(^|\/)index\.html$/, '$1')}${query}`,
      elements: readFileSync(join(checkout, folder, name), 'utf8')
        .split('\n')
        .filter((line) => /^<(?!\/?main)/.test(line)),
    }));
}

/**
 * By its id; else its tag alone, where no other element of the page has it; else an attribute that tells it from these.
 */
function selectorOf(html: string, elements: readonly string[]): string {
  const [, tag = ''] = /^<([a-z]+)/.exec(html) ?? [];
  const [, id] = / id="([^"]+)"/.exec(html) ?? [];
  if (id !== undefined) return `#${id}`;
  const same = elements.filter((one) => one.startsWith(`<${tag}`));
  if (same.length === 1) return tag;
  const [, attribute] = /( (?:src|name|href)="[^"]+")/.exec(html) ?? [];
  if (attribute !== undefined && same.filter((one) => one.includes(attribute)).length === 1)
    return `${tag}[${attribute.trim()}]`;
  return `${tag}:nth-child(${elements.indexOf(html) + 1})`;
}
