import { type AccessTarget, type Caller, isOpenTo, type Role } from '../../apps/api/src/platform/http/policy.js';
import { admitsSession } from '../../apps/api/src/accounts/organizations/admits-session.js';
import { useService } from '../support/service.js';

const service = useService();

const OWN = '0193a000-0000-7000-8000-000000000001';
const OTHER = '0193a000-0000-7000-8000-000000000002';
const BOTH = [false, true];

interface Case {
  require_two_factor: boolean;
  require_provider: boolean;
  provider_counts_as_factor: boolean;
  passed: boolean;
  provider: string | null;
  recovery: boolean;
  role: Role;
}

const CASES: Case[] = BOTH.flatMap((require_two_factor) =>
  BOTH.flatMap((require_provider) =>
    BOTH.flatMap((provider_counts_as_factor) =>
      BOTH.flatMap((passed) =>
        [null, OWN, OTHER].flatMap((provider) =>
          BOTH.flatMap((recovery) =>
            (['member', 'admin', 'owner'] as const).map((role) => ({
              ...{ require_two_factor, require_provider, provider_counts_as_factor },
              ...{ passed, provider, recovery, role },
            })),
          ),
        ),
      ),
    ),
  ),
);

const inCode = (one: Case): boolean => {
  const caller: Caller = {
    role: one.role,
    passedFactor: one.passed,
    providerOrganizationId: one.provider,
    isRecoveryOwner: one.recovery,
  };
  const target: AccessTarget = {
    organizationId: OWN,
    enabledModules: [],
    requireTwoFactor: one.require_two_factor,
    requireProvider: one.require_provider,
    providerCountsAsFactor: one.provider_counts_as_factor,
  };
  return isOpenTo(caller, target);
};

test('SQL and TypeScript agree on which sessions an organization admits, in every case', async () => {
  const rows = await service.database.query<{ admitted: boolean }[]>(
    `SELECT coalesce(${admitsSession({ passedFactor: 's.passed', providerOrganizationId: 's.provider' })}, false) AS admitted
     FROM ROWS FROM (json_to_recordset($1::json) AS (require_two_factor boolean, require_provider boolean,
         provider_counts_as_factor boolean, passed boolean, provider uuid, recovery boolean, role member_role))
       WITH ORDINALITY AS s(require_two_factor, require_provider, provider_counts_as_factor, passed, provider, recovery,
         role, place)
     CROSS JOIN LATERAL (SELECT $2::uuid AS id, s.require_two_factor, s.require_provider, s.provider_counts_as_factor) o
     CROSS JOIN LATERAL (SELECT s.recovery, s.role) m ORDER BY place`,
    [JSON.stringify(CASES), OWN],
  );
  expect(rows.map(({ admitted }) => admitted)).toEqual(CASES.map(inCode));
  expect(new Set(CASES.map(inCode)).size).toBe(2);
});
