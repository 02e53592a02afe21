import { newId } from '#libs/ids';
import fc from 'fast-check';
import type { RecordedEvent } from '../../apps/api/src/platform/events/recorded-event.entity.js';
import { FINDING_STATUSES } from '../../apps/api/src/findings/triage/finding.entity.js';
import { hasStatus, pendingFrom, statusOf } from '../../apps/api/src/findings/triage/status.js';
import { dayOf, waitingDay, waitingSince, waitingSinceSql } from '../../apps/api/src/findings/triage/waiting.js';
import { IS_SUBSTANTIATED, isSubstantiated } from '../../apps/api/src/reporting/grading/substantiated.js';
import { byAnother, isByAnother } from '../../apps/api/src/accounts/identity/account-events/by-another.js';
import { ISSUE_STATES } from '../../apps/api/src/records/issues/issue.entity.js';
import { PRIORITIES, RATINGS } from '../../apps/api/src/accounts/organizations/ratings.js';
import { isOverdue, overdue } from '../../apps/api/src/records/issues/overdue.js';
import { closedAtIn, transition } from '../../apps/api/src/records/issues/transition.js';
import { dueBy, dueByIn } from '../../apps/api/src/accounts/organizations/deadlines.js';
import type { Deadlines } from '../../apps/api/src/accounts/organizations/organization.entity.js';
import { active, isActive } from '../../apps/api/src/products/products/active.js';
import { Area } from '../../apps/api/src/products/products/area.entity.js';
import { chooseSlug } from '../../apps/api/src/platform/work/choose-slug.js';
import { freeSlug, slugOf } from '../../apps/api/src/platform/work/slugs.js';
import { UnitOfWork } from '../../apps/api/src/platform/work/unit-of-work.service.js';
import { useService } from '../support/service.js';
import { world } from '../support/world.js';

const service = useService();
const optionalDate = fc.option(
  fc.date({ min: new Date('2020-01-01'), max: new Date('2030-01-01'), noInvalidDate: true }),
);

test('SQL and TypeScript agree on what is active', async () => {
  await fc.assert(
    fc.asyncProperty(optionalDate, async (archivedAt) => {
      const [row] = await service.database.query(
        `SELECT ${isActive('p')} AS active FROM (SELECT $1::timestamptz AS archived_at) p`,
        [archivedAt],
      );
      expect(row.active).toBe(active({ archivedAt }));
    }),
    { numRuns: 30 },
  );
});

test('SQL and TypeScript agree on which issues are overdue', async () => {
  await fc.assert(
    fc.asyncProperty(fc.constantFrom(...ISSUE_STATES), optionalDate, optionalDate, async (state, dueAt, other) => {
      const now = other ?? dueAt ?? new Date();
      const [row] = await service.database.query(
        `SELECT ${isOverdue('i', '$3::timestamptz')} AS overdue FROM (SELECT $1::issue_state AS state, $2::timestamptz AS due_at) i`,
        [state, dueAt, now],
      );
      expect(row.overdue).toBe(overdue({ state, dueAt }, now));
    }),
    { numRuns: 50 },
  );
});

test('SQL and TypeScript agree on by when an issue is to be done', async () => {
  const days = fc.option(fc.integer({ min: 1, max: 3650 }));
  const deadlines = fc.record<Deadlines>({
    severity: fc.record({ high: days, medium: days, low: days }),
    priority: fc.record({ critical: days, high: days, medium: days, low: days }),
  });
  const severity = fc.option(fc.constantFrom(...RATINGS));
  const priority = fc.option(fc.constantFrom(...PRIORITIES));
  const given = fc.tuple(fc.option(deadlines), fc.option(deadlines));
  await fc.assert(
    fc.asyncProperty(given, severity, priority, optionalDate, async (both, ...[severe, urgent, moment]) => {
      const from = moment ?? new Date(0);
      const [row] = await service.database.query(
        `SELECT ${dueByIn(['$1::jsonb', '$2::jsonb'], 'i', '$5::timestamptz')} AS due
         FROM (SELECT $3::rating AS severity, $4::issue_priority AS priority) i`,
        [...both.map((one) => one && JSON.stringify(one)), severe, urgent, from],
      );
      expect(row.due).toEqual(dueBy(both, { severity: severe, priority: urgent }, from));
    }),
    { numRuns: 100 },
  );
});

test('SQL and TypeScript agree on who else did something to an account', async () => {
  const [me, other] = [newId(), newId()];
  for (const type of ['api_key.created', 'api_key.revoked', 'user.sign_in_failed'])
    for (const actorKind of ['user', 'api_key', 'system'] as const)
      for (const actorId of [me, other, null]) {
        const [row] = await service.database.query(
          `SELECT ${byAnother('$1::uuid')} AS by_another FROM (SELECT $2 AS type, $3 AS actor_kind, $4::uuid AS actor_id) e`,
          [me, type, actorKind, actorId],
        );
        const event = { type, actorKind, actorId, accountId: me } as RecordedEvent;
        expect({ ...event, isByAnother: row.by_another }).toEqual({ ...event, isByAnother: isByAnother(event) });
      }
});

test('SQL and TypeScript agree on the status of a finding, and the Grade counts it from the moment on at which it shows as pending', async () => {
  const shown = FINDING_STATUSES.map((status) => `${hasStatus('f', status, '$3')} AS ${status}`).join(', ');
  await fc.assert(
    fc.asyncProperty(
      fc.constantFrom(...FINDING_STATUSES),
      optionalDate,
      optionalDate,
      fc.boolean(),
      fc.boolean(),
      fc.boolean(),
      async (stored, dismissedUntil, other, landed, gone, needsReview) => {
        const now = other ?? dismissedUntil ?? new Date();
        // What is stored as resolved is absent; what is dismissed may be; all else is present somewhere, or held open.
        const isAbsent = stored === 'resolved' || (stored === 'dismissed' && gone);
        const absentAt = isAbsent ? new Date(0) : null;
        const [{ counted, ...statuses }] = await service.database.query(
          `SELECT coalesce(${pendingFrom('f')} <= $3, false) AS counted, ${shown}
         FROM (SELECT $1::finding_status AS status, $2::timestamptz AS dismissed_until, $4::timestamptz AS absent_at, $5::boolean AS landed, $6::boolean AS needs_review) f`,
          [stored, dismissedUntil, now, absentAt, landed, needsReview],
        );
        const status = statusOf({ status: stored, dismissedUntil, absentAt }, now);
        expect(statuses).toEqual(Object.fromEntries(FINDING_STATUSES.map((one) => [one, one === status])));
        expect(counted).toBe(statuses.pending && landed && !needsReview);
      },
    ),
    { numRuns: 200 },
  );
});

test('SQL and TypeScript agree on since when a finding waits', async () => {
  const date = fc.date({ min: new Date('2020-01-01'), max: new Date('2030-01-01'), noInvalidDate: true });
  await fc.assert(
    fc.asyncProperty(date, optionalDate, optionalDate, async (firstSeenAt, waitsFrom, dismissedUntil) => {
      const [row] = await service.database.query(
        `SELECT ${waitingSinceSql('f')} AS since, ${waitingDay('f')}::text AS day
         FROM (SELECT $1::timestamptz AS first_seen_at, $2::timestamptz AS waits_from, $3::timestamptz AS dismissed_until) f`,
        [firstSeenAt, waitsFrom, dismissedUntil],
      );
      const since = waitingSince({ firstSeenAt, waitsFrom, dismissedUntil });
      expect(row).toEqual({ since, day: dayOf(since) });
    }),
    { numRuns: 60 },
  );
});

test('SQL and TypeScript agree on which audits are substantiated', async () => {
  const w = await world(service);
  const { audit } = (await service.as(w.member.token).post(`${w.product.url}/audits`).send({}).expect(201)).body;
  for (const issueCount of [0, 1]) {
    if (issueCount > 0)
      await service
        .as(w.member.token)
        .post(`${w.product.url}/issues`)
        .send({ title: 'x', auditId: audit.id })
        .expect(201);
    for (const description of [null, '', ' \t\n', ' x ', 'Five pages.'])
      for (const [entryCount, outcomeCount, untestedCount] of [
        [0, 0, 0],
        [2, 0, 3],
        [2, 9, 0],
        [0, 4, 0],
        [0, 4, 1],
      ] as const) {
        const [row] = await service.database.query(
          `SELECT ${IS_SUBSTANTIATED} AS is FROM (
             SELECT id, product_id, $3::text AS description, $4::int AS entry_count, $5::int AS outcome_count, $6::int AS untested_count
             FROM audits WHERE organization_id = $1 AND id = $2) a`,
          [w.organization.id, audit.id, description, entryCount, outcomeCount, untestedCount],
        );
        expect(row.is).toBe(isSubstantiated({ description, issueCount, entryCount, outcomeCount, untestedCount }));
      }
  }
});

test('SQL and TypeScript agree on when an issue was closed', async () => {
  const state = fc.constantFrom(...ISSUE_STATES);
  await fc.assert(
    fc.asyncProperty(state, optionalDate, fc.option(state), async (before, closedAt, wanted) => {
      const [row] = await service.database.query(
        `SELECT now() AS now, ${closedAtIn('i', 'coalesce($3::issue_state, i.state)', 'now()')} AS closed
         FROM (SELECT $1::issue_state AS state, $2::timestamptz AS closed_at) i`,
        [before, closedAt, wanted],
      );
      const after = { closedAt, ...transition({ state: before }, wanted ?? undefined, row.now) };
      expect(row.closed).toEqual(after.closedAt);
    }),
    { numRuns: 60 },
  );
});

test('the slug that is chosen in the database is the first that no other record has', async () => {
  const { organization, product } = await world(service);
  const unitOfWork = service.app.get(UnitOfWork);
  const name = fc.constantFrom('Shop', 'shop 2', 'Shop-2-2', 'Shopping', '日本語', '!!!');
  await fc.assert(
    fc.asyncProperty(fc.array(name, { maxLength: 8 }), name, async (others, wanted) => {
      await service.database.query('DELETE FROM areas WHERE product_id = $1', [product.id]);
      const space = {
        kind: 'area',
        owner: product.id,
        where: [{ organizationId: organization.id, productId: product.id }],
      };
      const taken: string[] = [];
      await unitOfWork.run(async (change) => {
        for (const other of others) {
          const slug = await chooseSlug(change, Area, other, space);
          expect(slug).toBe(freeSlug(slugOf(other, 'area'), taken));
          taken.push(slug);
          await change.tx.query(
            'INSERT INTO areas (id, organization_id, product_id, name, slug) VALUES (gen_random_uuid(), $1, $2, $3, $4)',
            [organization.id, product.id, other, slug],
          );
        }
        expect(await chooseSlug(change, Area, wanted, space)).toBe(freeSlug(slugOf(wanted, 'area'), taken));
      });
    }),
    { numRuns: 20 },
  );
});
