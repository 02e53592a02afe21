import { inOrder, nextOf, putBack, stepFrom } from './order';

const rows = ['a', 'b', 'c', 'd'].map((id) => ({ id }));

describe('the order of a list of groups', () => {
  it('goes through the groups as they stand', () => {
    const groups = [
      { key: 'x', rows: rows.slice(0, 2) },
      { key: 'y', rows: rows.slice(2) },
    ];
    expect(inOrder(groups)).toEqual(rows);
  });

  it('steps on and back, stays at its ends, and begins at the first', () => {
    expect(stepFrom(rows, 'b', 1)?.id).toBe('c');
    expect(stepFrom(rows, 'b', -1)?.id).toBe('a');
    expect(stepFrom(rows, 'd', 1)?.id).toBe('d');
    expect(stepFrom(rows, 'a', -1)?.id).toBe('a');
    expect(stepFrom(rows, undefined, 1)?.id).toBe('a');
    expect(stepFrom([], 'a', 1)).toBeUndefined();
  });

  it('goes on after what was answered, and after the last to the one before', () => {
    expect(nextOf(rows, new Set(['b']))?.id).toBe('c');
    expect(nextOf(rows, new Set(['b', 'c']))?.id).toBe('d');
    expect(nextOf(rows, new Set(['d']))?.id).toBe('c');
    expect(nextOf(rows, new Set(['a', 'b', 'c', 'd']))).toBeUndefined();
  });

  it('puts back what was refused where it was, also when its neighbours are gone', () => {
    expect(putBack([rows[0]!, rows[3]!], rows[1]!, rows)).toEqual([rows[0], rows[1], rows[3]]);
    expect(putBack([rows[0]!], rows[3]!, rows)).toEqual([rows[0], rows[3]]);
    expect(putBack(rows, rows[3]!, rows)).toEqual(rows);
  });
});
