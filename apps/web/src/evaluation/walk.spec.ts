import { pasted } from './paste';
import { blockOf, cellsOf, meant, type Shown, walk } from './walk';

const shown: Shown = { requirementIds: ['a', 'b', 'c'], entries: ['all', 1, 2] };
const at = (requirementId: string, entry: number | 'all') => ({ requirementId, entry });

describe('the way through a grid', () => {
  it('goes by arrows, and stops at its ends', () => {
    expect(walk(shown, at('a', 1), 'ArrowDown', false)).toEqual(at('b', 1));
    expect(walk(shown, at('c', 2), 'ArrowDown', false)).toEqual(at('c', 2));
    expect(walk(shown, at('b', 1), 'ArrowLeft', false)).toEqual(at('b', 'all'));
    expect(walk(shown, at('b', 1), 'Home', false)).toEqual(at('b', 'all'));
    expect(walk(shown, at('b', 1), 'End', true)).toEqual(at('c', 2));
    expect(walk(shown, at('a', 1), 'x', false)).toBeUndefined();
    expect(walk({ requirementIds: [], entries: [] }, at('a', 1), 'End', false)).toBeUndefined();
  });

  it('leads to a requirement by its number, the beginning of its name, or a word of it', () => {
    const requirements = [
      { requirementId: 'a', number: '1.1.1', name: 'Non-text Content' },
      { requirementId: 'b', number: '1.4.3', name: 'Contrast (Minimum)' },
      { requirementId: 'c', number: '1.4.11', name: 'Éléments non textuels, contrast' },
    ];
    expect(meant(requirements, '1.4.3')).toBe('b');
    expect(meant(requirements, '1.4')).toBe('b');
    expect(meant(requirements, 'ele')).toBe('c');
    expect(meant(requirements, 'contrast')).toBe('b');
    expect(meant(requirements, 'text')).toBe('a');
    expect(meant(requirements, 'zebra')).toBeUndefined();
    expect(meant(requirements, ' ')).toBeUndefined();
  });

  it('takes the next requirement that fits, and begins again after the last', () => {
    const both = [
      { requirementId: 'a', number: '1', name: 'Contrast' },
      { requirementId: 'b', number: '2', name: 'Contrast again' },
    ];
    expect(meant(both, 'c', 0)).toBe('b');
    expect(meant(both, 'c', 1)).toBe('a');
  });

  it('chooses what stands between two cells', () => {
    expect(cellsOf(shown, blockOf(shown, at('b', 2), at('a', 1)))).toEqual([
      at('a', 1),
      at('a', 2),
      at('b', 1),
      at('b', 2),
    ]);
  });
});

describe('a block that is pasted', () => {
  const from = (requirementId: string, entry: number | 'all') =>
    blockOf(shown, at(requirementId, entry), at(requirementId, entry));

  it('is read in the words of people, of workbooks and of RGAA', () => {
    expect(pasted('Passed\tNC\r\n\tn/a\n', shown, from('a', 1))).toEqual({
      said: [
        { ...at('a', 1), outcome: 'passed' },
        { ...at('a', 2), outcome: 'failed' },
        { ...at('b', 2), outcome: 'inapplicable' },
      ],
    });
    expect(pasted('Non testé', shown, from('a', 1))).toEqual({ said: [{ ...at('a', 1), outcome: 'untested' }] });
    expect(pasted('?', shown, from('a', 1))).toEqual({ said: [{ ...at('a', 1), outcome: 'cannot_tell' }] });
  });

  it('fills what is chosen where it is one word', () => {
    const block = blockOf(shown, at('a', 1), at('b', 2));
    expect(pasted('NT', shown, block)).toMatchObject({ said: { length: 4 } });
  });

  it('is refused as a whole where a word is no outcome, or it is too large', () => {
    expect(pasted('Passed\tmaybe', shown, from('a', 1))).toEqual({ unknown: ['maybe'] });
    expect(pasted('Passed\tPassed', shown, from('a', 2))).toEqual({ isTooLarge: true });
    expect(pasted('Passed\nPassed', shown, from('c', 1))).toEqual({ isTooLarge: true });
  });
});
