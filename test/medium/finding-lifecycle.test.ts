import fc from 'fast-check';
import { FINDING_STATUSES } from '../../apps/api/src/findings/finding.entity.js';
import { effectiveStatus, isDismissalExpired, isPending, shownStatus } from '../../apps/api/src/findings/lifecycle.js';
import { useService } from '../support/service.js';

const service = useService();

const finding = fc.record({
  status: fc.constantFrom(...FINDING_STATUSES),
  dismissedUntil: fc.option(fc.integer({ min: -3, max: 3 })),
});

test('SQL and TypeScript agree on which findings show as pending, at every moment', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(finding, { minLength: 1, maxLength: 50 }), async (findings) => {
      const now = new Date('2026-11-21T12:00:00Z');
      const given = findings.map(({ status, dismissedUntil }) => ({
        status,
        dismissedUntil: dismissedUntil === null ? null : new Date(+now + dismissedUntil),
      }));
      const judged = await service.database.query(
        `SELECT ${isPending('f', '$2::timestamptz')} AS pending, ${isDismissalExpired('f', '$2::timestamptz')} AS lapsed, ${shownStatus('f', '$2::timestamptz')} AS shown
         FROM ROWS FROM (json_to_recordset($1::json) AS (status finding_status, dismissed_until timestamptz))
           WITH ORDINALITY AS f(status, dismissed_until, place) ORDER BY place`,
        [JSON.stringify(given.map(({ status, dismissedUntil }) => ({ status, dismissed_until: dismissedUntil }))), now],
      );
      expect(judged).toEqual(
        given.map((each) => {
          const shown = effectiveStatus(each, now);
          return { pending: shown === 'pending', lapsed: shown !== each.status, shown };
        }),
      );
    }),
    { numRuns: 60 },
  );
});
