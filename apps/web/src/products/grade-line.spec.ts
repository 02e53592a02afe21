import { gradeLine } from './grade-line';

const day = (date: number): Date => new Date(Date.UTC(2026, 0, date));
const lineOf = (letters: readonly ('A' | 'C' | null)[], end = 9) =>
  gradeLine(
    letters.map((letter, index) => ({ at: day(index + 1), letter })),
    day(end),
  ).map(({ at, letter }) => [at.getUTCDate(), letter]);

describe('the line of grades', () => {
  it('holds the last grade until today', () => {
    expect(lineOf(['C', 'A'])).toEqual([
      [1, 'C'],
      [2, 'A'],
      [9, 'A'],
    ]);
  });

  it('has a gap while the product is not evaluated', () => {
    expect(lineOf(['C', null, 'A'])).toEqual([
      [1, 'C'],
      [2, 'C'],
      [2, null],
      [3, 'A'],
      [9, 'A'],
    ]);
  });

  it('has no point below the letters where nothing is evaluated', () => {
    expect(lineOf([null])).toEqual([[1, null]]);
  });
});
