import { addressOf, chosenOf, filtersOf, isFilteredBy, listQueryOf } from './list-query';

const state = { name: 'state', label: 'State', options: [{ value: 'open', label: 'Open' }] };
const status = { name: 'status', label: 'Status', options: [], initial: ['pending'] };
const review = { name: 'needsReview', label: 'Review', options: [], isSingle: true };

describe('an address of a list', () => {
  it('asks for what stands in it, and for nothing that the list does not know', () => {
    const search = { q: 'menu', state: 'open,closed', page: '3', tab: 'x', id: 'x' };
    expect(listQueryOf(search, [state, review])).toEqual({
      q: 'menu',
      state: ['open', 'closed'],
      page: 3,
      pageSize: 50,
    });
    expect(listQueryOf({ needsReview: 'true' }, [review])).toMatchObject({ needsReview: 'true' });
  });

  it('begins at the first page where the page is no number', () => {
    for (const page of ['0', '-1', 'x', '']) expect(listQueryOf({ page }, []).page).toBe(1);
  });

  it('sorts as the list does unless it says how, and then upwards unless it says so', () => {
    const sortedBy = { field: 'createdAt', direction: 'desc' } as const;
    expect(listQueryOf({}, [], sortedBy)).toMatchObject({ sortField: 'createdAt', sortDirection: 'desc' });
    expect(listQueryOf({ sortField: 'title' }, [], sortedBy)).toMatchObject({ sortDirection: 'asc' });
    expect(listQueryOf({ sortField: 'title', sortDirection: 'desc' }, [])).toMatchObject({ sortDirection: 'desc' });
  });

  it('has what is chosen at first where it says nothing, and nothing where it says any', () => {
    expect(chosenOf({}, status)).toEqual(['pending']);
    expect(chosenOf({ status: 'any' }, status)).toEqual([]);
    expect(filtersOf({ status: 'any' }, [status])).toEqual({});
    expect(addressOf(status, [])).toBe('any');
    expect(addressOf(state, [])).toBeUndefined();
    expect(addressOf(state, ['open', 'closed'])).toBe('open,closed');
  });

  it('takes something away where it searches or filters', () => {
    expect(isFilteredBy({ page: '2' }, [state])).toBe(false);
    expect(isFilteredBy({ state: 'open' }, [state])).toBe(true);
    expect(isFilteredBy({ q: 'x' }, [state])).toBe(true);
  });
});
