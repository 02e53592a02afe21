import { changedOf, chosenValues, differencesOf } from './conflicts';

const read = { title: 'No alt', severity: 'low', areas: ['a'] };

describe('what is sent of a record', () => {
  it('is what was changed, lists by their items', () => {
    expect(changedOf(read, { ...read, severity: 'high', areas: ['a'] })).toEqual({ severity: 'high' });
    expect(changedOf(read, { ...read, areas: ['a', 'b'] })).toEqual({ areas: ['a', 'b'] });
    expect(changedOf(read, { ...read })).toEqual({});
  });
});

describe('where two people changed a record', () => {
  const mine = { ...read, title: 'No text alternative', severity: 'high' };
  const theirs = { ...read, title: 'Image has no alt', areas: ['a', 'b'], severity: 'high' };

  it('every field that differs is asked for, and belongs at first to who changed it', () => {
    expect(differencesOf(read, mine, theirs)).toEqual([
      { name: 'title', side: 'yours' },
      { name: 'areas', side: 'theirs' },
    ]);
  });

  it('each field is as it was chosen, and what nobody was asked for as it is there', () => {
    expect(chosenValues(mine, theirs, { title: 'yours', areas: 'theirs' })).toEqual({
      title: 'No text alternative',
      severity: 'high',
      areas: ['a', 'b'],
    });
  });
});
