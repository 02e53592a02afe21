import fc from 'fast-check';
import { INVITATION_STATUSES } from '../../apps/api/src/accounts/organizations/invitations/invitation.entity.js';
import { isOpen, isOpenAt } from '../../apps/api/src/accounts/organizations/invitations/is-open.js';
import { useService } from '../support/service.js';

const service = useService();

const invitation = fc.record({
  status: fc.constantFrom(...INVITATION_STATUSES),
  expiresIn: fc.integer({ min: -3, max: 3 }),
  suspendedBy: fc.constantFrom(null, '0193a000-0000-7000-8000-000000000000'),
});

test('SQL and TypeScript agree on which invitations can still be answered, at every moment', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(invitation, { minLength: 1, maxLength: 50 }), async (invitations) => {
      const judged = await service.database.transaction(async (tx) => {
        const [{ now }] = await tx.query<[{ now: Date }]>(`SELECT date_trunc('milliseconds', now()) AS now`);
        const given = invitations.map(({ status, expiresIn, suspendedBy }) => ({
          status,
          suspendedBy,
          expiresAt: new Date(now.getTime() + expiresIn * 1000),
        }));
        const rows = await tx.query<{ open: boolean }[]>(
          `SELECT ${isOpen('i')} AS open
           FROM ROWS FROM (json_to_recordset($1::json) AS (status invitation_status, expires_at timestamptz, suspended_by uuid))
             WITH ORDINALITY AS i(status, expires_at, suspended_by, place) ORDER BY place`,
          [
            JSON.stringify(
              given.map(({ status, expiresAt, suspendedBy }) => ({
                status,
                expires_at: expiresAt,
                suspended_by: suspendedBy,
              })),
            ),
          ],
        );
        return rows.map(({ open }, index) => [open, isOpenAt(given[index]!, now)]);
      });
      for (const [inSql, inCode] of judged) expect(inSql).toBe(inCode);
    }),
    { numRuns: 60 },
  );
});
