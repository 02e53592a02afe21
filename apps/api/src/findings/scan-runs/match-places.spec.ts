import { type KnownPlace, matching, type ReportedPlace } from './match-places.js';

/** Places as `selector fingerprint page`, `-` for none. */
const placeOf = (text: string): ReportedPlace => {
  const [spelling, fingerprint, page] = text.split(' ').map((part) => (part === '-' ? '' : part));
  return { spelling: spelling!, fingerprint: fingerprint!, page: page! };
};
const known = (findings: Record<string, string>): KnownPlace[] =>
  Object.entries(findings).map(([identity, text]) => ({ identity, ...placeOf(text) }));

async function matched(reported: string[], ...tiers: Record<string, string>[]): Promise<(string | undefined)[]> {
  const { identities, with: matchWith } = matching(reported.map(placeOf));
  for (const findings of tiers) await matchWith(known(findings));
  return identities;
}

test.each<[string, string[], Record<string, string>, (string | undefined)[]]>([
  [
    'fingerprint and selector go before the fingerprint alone',
    ['b red /', 'a red /'],
    { A: 'a red /' },
    [undefined, 'A'],
  ],
  ['the fingerprint goes before the selector', ['a blue /', 'b red /'], { A: 'a red /', B: 'x blue /' }, ['B', 'A']],
  ['the selector is left', ['a blue /'], { A: 'a red /' }, ['A']],
  ['another page is another place', ['a red /2', 'a red -'], { A: 'a red /1' }, [undefined, undefined]],
  ['what names no page is matched among itself', ['b red -'], { A: 'a red -', B: 'b red /' }, ['A']],
  ['no fingerprint is equal to none', ['b - /'], { A: 'a - /' }, [undefined]],
  [
    'of equal ones each is matched once, by their order',
    ['x red /', 'y red /', 'z red /'],
    { B: 'b red /', A: 'a red /' },
    ['A', 'B', undefined],
  ],
])('%s', async (_, reported, findings, expected) => {
  expect(await matched(reported, findings)).toEqual(expected);
});

test('a finding that a line spells in two ways is found by each, and once on a page', async () => {
  const { identities, with: matchWith } = matching(['b red /', 'a blue /'].map(placeOf));
  await matchWith([...known({ A: 'a red /' }), ...known({ A: 'b blue /' })]);
  expect(identities).toEqual(['A', undefined]);
});

test('what is nearer is matched first, and what is matched there is not matched again', async () => {
  expect(await matched(['a blue /', 'b red /'], { A: 'a red /' }, { A: 'a blue /', B: 'b blue /' })).toEqual([
    'B',
    'A',
  ]);
});

test('a hundred thousand that all look alike are matched when all have moved: the time grows as they do', async () => {
  const places = Array.from({ length: 100_000 }, (_, index) => placeOf(`s${index} same /`));
  const { left, with: matchWith } = matching(places);
  await matchWith(places.map((place, index) => ({ ...place, spelling: `t${index}`, identity: `F${index}` })));
  expect(left()).toEqual([]);
});
