import { actionOf, chosenOf, DEFAULT_KEYS, keysOf, takenBy } from './keys';

const stroke = (key: string, more: object = {}) => ({
  key,
  ctrlKey: false,
  metaKey: false,
  altKey: false,
  isComposing: false,
  defaultPrevented: false,
  target: { closest: () => null },
  ...more,
});

describe('single keys', () => {
  it('do what they came with, or what somebody chose', () => {
    expect(actionOf(DEFAULT_KEYS, stroke('j'))).toBe('next');
    const keys = keysOf({ next: 'n', unknown: 'q' });
    expect(actionOf(keys, stroke('n'))).toBe('next');
    expect(actionOf(keys, stroke('j'))).toBeUndefined();
    expect(actionOf(keys, stroke('q'))).toBeUndefined();
  });

  it('do nothing in fields and dialogs, nor with another key held, nor while a letter is composed', () => {
    expect(actionOf(DEFAULT_KEYS, stroke('c', { target: { closest: () => ({}) } }))).toBeUndefined();
    for (const held of ['ctrlKey', 'metaKey', 'altKey', 'isComposing', 'defaultPrevented'])
      expect(actionOf(DEFAULT_KEYS, stroke('c', { [held]: true }))).toBeUndefined();
  });

  it('are kept where they are others than before, and none is given to two', () => {
    expect(chosenOf(keysOf({ next: 'n', undo: 'u' }))).toEqual({ next: 'n' });
    expect(takenBy(DEFAULT_KEYS, 'next', 'k')).toBe('previous');
    expect(takenBy(DEFAULT_KEYS, 'next', 'j')).toBeUndefined();
  });
});
