import { ownersBy, type Traits } from './ownership-rules.js';
import type { OwnershipMatch } from './ownership-rules.entity.js';

const NAMED = {
  members: new Set(['ann']),
  teams: new Map([['team', ['ann', 'bob', 'cleo']]]),
  areas: new Map([['1', 'cart']]),
};
const TRAITS: Traits = {
  pages: ['https://shop.example/products/7?size=l', 'https://help.example/docs/'],
  areas: new Set(['cart']),
  tool: 'axe-core',
  ruleId: 'label',
  selector: 'main > form > input',
  wcag: ['wcag412', 'best-practice'],
  criteria: ['4.1.2'],
};
const fits = (match: OwnershipMatch, traits: Partial<Traits> = {}): boolean =>
  ownersBy([{ match, assign: { userId: 'ann' } }], [], NAMED).ownerOf({ ...TRAITS, ...traits }) !== undefined;

test.each<[OwnershipMatch, boolean]>([
  [{}, true],
  [{ page: '/products/:id' }, true],
  [{ page: '/products' }, false],
  [{ page: '//help.example' }, true],
  [{ page: '//shop.example/**' }, true],
  [{ page: '//other.example/**' }, false],
  [{ areaId: '1' }, true],
  [{ tool: ' AXE-Core ' }, true],
  [{ ruleId: 'labels' }, false],
  [{ wcag: 'WCAG 2.1 SC 4.1.2' }, true],
  [{ wcag: 'best-practice' }, true],
  [{ wcag: '1.4.3' }, false],
  [{ selector: 'main > form > input' }, true],
  [{ selector: 'form' }, false],
  [{ selector: '*form*' }, true],
  [{ selector: 'main*form*input' }, true],
  [{ selector: 'main*input*input' }, false],
  [{ selector: 'main > form > input*' }, true],
  [{ selector: 'main*main*' }, false],
  [{ tool: 'axe-core', ruleId: 'other' }, false],
])('a rule for %j fits as people read it', (match, expected) => {
  expect(fits(match)).toBe(expected);
});

test('who was not taken for the longest time is next, who never was before all others', () => {
  const { ownerOf, turns } = ownersBy([{ match: {}, assign: { roundRobin: 'team' } }], ['gone', 'bob', 'ann'], NAMED);
  const taken = Array.from({ length: 5 }, () => ownerOf(TRAITS)!.people.assigneeId);
  expect(taken).toEqual(['cleo', 'bob', 'ann', 'cleo', 'bob']);
  expect(turns()).toEqual(['ann', 'cleo', 'bob']);
});

test('a rule without anybody is passed by', () => {
  const rules = [
    { match: {}, assign: { userId: 'gone' } },
    { match: {}, assign: { userId: null } },
    { match: {}, assign: { teamId: 'gone' } },
    { match: {}, assign: { roundRobin: 'gone' } },
    { match: { areaId: 'gone' }, assign: { userId: 'ann' } },
    { match: {}, assign: { teamId: 'team' } },
  ];
  expect(ownersBy(rules, [], NAMED).ownerOf(TRAITS)).toEqual({ index: 5, people: { teamId: 'team' } });
});
