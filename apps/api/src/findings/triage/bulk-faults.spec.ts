import { bulkFaults } from './bulk-faults.js';

test.each([
  [{ action: 'confirm', severity: 'high' }, []],
  [{ action: 'dismiss', reason: 'accepted', comment: null }, []],
  [{ action: 'reopen' }, []],
  [{ action: 'dismiss' }, ['/data/reason']],
  [{ action: 'reopen', reason: 'accepted', priority: 'low' }, ['/data/reason', '/data/priority']],
  [{ action: 'confirm', until: new Date() }, ['/data/until']],
] as const)('%p has faults at %p', (data, paths) => {
  expect(bulkFaults(data).map(({ path }) => path)).toEqual(paths);
});
