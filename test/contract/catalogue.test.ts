import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { parse } from 'yaml';
import { BUILT_IN_STANDARDS } from '../../apps/api/src/standards/catalogue/built-in.js';
import rgaa from '../fixtures/catalogue/rgaa-4.1.2.json' with { type: 'json' };
import { expectDifferences } from '../support/differences.js';

const require = createRequire(import.meta.url);

interface Named {
  number: string;
  name: string;
  wcag: readonly string[];
  level: string | null;
}

const standardOf = (slug: string) => BUILT_IN_STANDARDS.find((one) => one.slug === slug)!;

/** The requirements of a built-in standard by their number. */
function requirementsOf(slug: string): Map<string, Named> {
  const { levels, requirements } = standardOf(slug);
  return new Map(
    requirements.map(({ name, levelId, metadata }) => {
      const number = name.split(' ')[0]!;
      const level = levels.find(({ id }) => id === levelId)?.name ?? (metadata['level'] as string | undefined) ?? null;
      return [
        number,
        { number, name: name.slice(number.length + 1), wcag: [metadata['wcag'] ?? []].flat() as string[], level },
      ];
    }),
  );
}

// Publishers differ in capitals, hyphens and quotation marks among their own documents.
const plain = (heading: string): string => heading.toLowerCase().replaceAll(/[^a-z0-9<≤>]+/g, '');

describe.each(['2.0', '2.1', '2.2'])('WCAG %s', (version) => {
  test("has numbers, titles and levels of the W3C's list", () => {
    const { Criteria } = require('@siteimprove/alfa-wcag/dist/criterion/data.js') as {
      Criteria: Record<string, { title: string; versions: [string, { level: string; uri: string }][] }>;
    };
    const theirs = Object.entries(Criteria).flatMap(([number, { title, versions }]) => {
      const own = versions.find(([name]) => name === version)?.[1];
      return own ? [[number, `${plain(title)} ${own.level}`] as const] : [];
    });
    const ours = [...requirementsOf(`wcag-${version.replace('.', '-')}`).values()];
    expectDifferences(
      new Map(theirs),
      new Map(ours.map(({ number, name, level }) => [number, `${plain(name)} ${level}`])),
      {
        ...(version === '2.1' && { '2.5.5': 'WCAG 2.1 calls it Target Size; the package has the title of 2.2 alone.' }),
      },
    );
  });
});

test("EN 301 549 has the clauses of ETSI's bookmarks that ask for something, and their headings", () => {
  const links = require('en301549-links') as { mapping: Record<string, Record<string, { title: string }>> };
  const clauses = Object.entries(links.mapping['3.2.1']!).filter(([number]) =>
    /^(4\.2|[5-9]|1[0-3])(\.|$)/.test(number),
  );
  const asked = clauses.filter(
    ([number, { title }]) =>
      !/ Void$|\(informative\)$/i.test(title) && !clauses.some(([other]) => other.startsWith(`${number}.`)),
  );
  const theirs = asked.map(([number, { title }]) => [number, plain(title.slice(number.length + 1))] as const);
  const ours = [...requirementsOf('en-301-549').values()].map(({ number, name }) => [number, plain(name)] as const);
  expectDifferences(new Map(theirs), new Map(ours), {
    '6.6': 'It advises.',
    '8.1.1': 'It points to clause 5.',
    '8.3.0': 'It introduces.',
    '8.3.1': 'A choice between 8.3.2 and 8.3.3.',
    '9.5': 'It names criteria of level AAA, for information.',
    '11.5.1': 'An exemption.',
  });
});

test('Section 508 has the provisions of the catalogue of the GSA', () => {
  const text = readFileSync(require.resolve('@openacr/openacr/catalog/2.4-edition-wcag-2.0-508-en.yaml'), 'utf8');
  const { chapters } = parse(text) as { chapters: { criteria: { id: string; handle: string }[] }[] };
  // Its rows of WCAG are the W3C's, compared above.
  const provisions = chapters.flatMap(({ criteria }) => criteria).filter(({ id }) => /^\d{3}/.test(id));
  const theirs = provisions.map(({ id, handle }) => [id, plain(handle)] as const);
  const ours = [...requirementsOf('section-508').values()]
    .filter(({ wcag }) => wcag.length === 0)
    .map(({ number, name }) => [number, plain(name)] as const);
  expectDifferences(new Map(theirs), new Map(ours), {});
});

test("the RGAA has the criteria of DINUM's list, and their references to WCAG", () => {
  const ours = [...requirementsOf('rgaa').values()].map(
    ({ number, wcag }) => [number, wcag.toSorted().join(' ')] as const,
  );
  const theirs = Object.entries(rgaa.criteria).map(([number, wcag]) => [number, wcag.toSorted().join(' ')] as const);
  expectDifferences(new Map(theirs), new Map(ours), {});
});

test('headings and requirements have one order, that of their numbers', () => {
  for (const { slug, requirements } of BUILT_IN_STANDARDS) {
    const numbers = requirements.map(({ name }) => name.split(' ')[0]!);
    const sorted = numbers.toSorted((a, b) => a.localeCompare(b, 'en', { numeric: true }));
    expect([slug, numbers]).toEqual([slug, sorted]);
  }
});
