import { rowsToFocus } from './next-row';

const rows = ['a', 'b', 'c', 'd'];

describe('the focus after an action on rows of a list', () => {
  it('goes to the next row that stays', () => {
    expect(rowsToFocus(rows, new Set(['a']))[0]).toBe('b');
    expect(rowsToFocus(rows, new Set(['a', 'c']))[0]).toBe('d');
  });

  it('goes to the previous row where there is no next one', () => {
    expect(rowsToFocus(rows, new Set(['d']))[0]).toBe('c');
    expect(rowsToFocus(rows, new Set(['b', 'd']))).toEqual(['c', 'a', 'b', 'd']);
  });

  it('goes to one of the rows themselves where all were chosen and they are still there', () => {
    expect(rowsToFocus(rows, new Set(rows))).toEqual(rows);
  });

  it('goes nowhere in a list without rows', () => {
    expect(rowsToFocus([], new Set(['a']))).toEqual([]);
  });
});
