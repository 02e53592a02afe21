import { described, type Misread, readsAs } from './described.js';

interface Item {
  id: number;
  text: string | null;
  at: Date;
  by?: { name: string }[];
  /** Whatever stands there. */
  fields: { [name: string]: unknown };
}
type Open = Item & Record<string, unknown>;

/** The type check finds each of these: where it finds one no more, it says that nothing is expected there. */
test('JSON that is not as a package describes it does not compile', () => {
  const json = described<Open>();
  const good = { id: 1, text: null, at: '2026-01-01T00:00:00Z', by: [{ name: 'Ada' }], fields: { 'System.Title': 1 } };
  expect(json(good)).toBe(good);
  expect(json({ id: 1 })).toEqual({ id: 1 });
  const misfits = [
    // @ts-expect-error no such name
    json({ ident: 1 }),
    // @ts-expect-error another type
    json({ id: '1' }),
    // @ts-expect-error a moment is a text
    json({ at: new Date() }),
    // @ts-expect-error no such name within
    json({ by: [{ login: 'Ada' }] }),
    // @ts-expect-error no list
    json({ by: { name: 'Ada' } }),
  ];
  expect(misfits).toHaveLength(5);
});

test('reading what is not described, or not ready for null, does not compile', () => {
  readsAs<Misread<{ id: number; text: string | null; by?: { name: string }[] }, Open>>();
  // @ts-expect-error no such name
  readsAs<Misread<{ ident?: number }, Open>>();
  // @ts-expect-error another type within
  readsAs<Misread<{ by?: { name: number }[] }, Open>>();
  // @ts-expect-error it may be null
  readsAs<Misread<{ text: string }, Open>>();
  expect(readsAs).toHaveLength(0);
});
