import { faultOfStandby } from './standby-state.js';

const RULES = { schema: 'Latest1', cluster: '7', maxLagSeconds: 10 };

test.each([
  ['one of the cluster that has the schema and does not lag', {}, undefined],
  ['one that lags as far as it may', { lag: 10 }, undefined],
  ['one that lags further', { lag: 10.1 }, 'lag'],
  ['one that has not replayed the latest migration', { isMigrated: false, lag: 60 }, 'schema'],
  ['one of another cluster, whatever else it is', { cluster: '8', isMigrated: false }, 'cluster'],
])('%s is judged', (_, state, fault) => {
  expect(faultOfStandby({ cluster: '7', isMigrated: true, lag: 0, ...state }, RULES)).toBe(fault);
});
