import { query } from '#libs/database';
import { InvalidInput, NotFound, requireEach } from '#libs/errors';
import { Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { DataSource, type EntityManager } from 'typeorm';
import type { Principal } from '../../../platform/http/current.js';
import { productStaysLock } from '../../../products/products/product-records.js';
import type { Product } from '../../../products/products/product.entity.js';
import { standardsStayLock } from '../../../standards/standards/standards-lock.js';
import type { ChangeContext } from '../../../platform/work/change-context.js';
import { checkIfMatch } from '../../../platform/work/check-if-match.js';
import { UnitOfWork } from '../../../platform/work/unit-of-work.service.js';
import type { ConformanceReport } from '../reports/conformance-report.entity.js';
import { standardIdsOf } from '../reports/several-standards.js';
import { ConformanceReportsService, lockReport, requireDraft, subjectOfReport } from '../reports/reports.service.js';
import type { Component } from '../statement-terms.js';
import { ConformanceVerdict } from './conformance-verdict.entity.js';
import type { StateGroup, StateVerdict, StateVerdictOf } from './dto/verdict.dto.js';
import { requireEvidence } from './evidence.js';
import { groupRequirements } from './group-requirements.js';
import { readVerdicts } from './read-verdicts.js';
import { requireDistinct, statementOf, type VerdictStatement } from './statement.js';
import { storeVerdicts, takeBack } from './store-verdicts.js';
import { sharedPlaces, type VerdictPlace } from './verdict-places.js';
import { KNOWN_REQUIREMENTS } from './verdicts.sql.js';

/** What of a report a call is about. */
interface Place {
  product: Product;
  /** Of the report. */
  number: number;
}

/** What is said of the requirements in a report. Several people fill one: each verdict has a revision of its own. */
@Injectable()
export class VerdictsService {
  constructor(
    @InjectDataSource() private readonly database: DataSource,
    private readonly unitOfWork: UnitOfWork,
    private readonly reports: ConformanceReportsService,
  ) {}

  list(report: ConformanceReport): Promise<ConformanceVerdict[]> {
    return readVerdicts(this.database.manager, report);
  }

  /** What is said of a requirement for a component; null where nothing is. */
  async read(
    { product, number }: Place,
    requirementId: string,
    component: Component,
  ): Promise<ConformanceVerdict | null> {
    const report = await this.reports.read(product, number);
    const place = ownPlace(report, { requirementId, component });
    return this.database.manager.findOneBy(ConformanceVerdict, {
      organizationId: report.organizationId,
      reportId: report.id,
      ...place,
    });
  }

  /** States a verdict instead of what was said before. */
  async state(place: Place, requirementId: string, caller: Principal, body: StateVerdict): Promise<ConformanceVerdict> {
    return this.change(place, async ({ tx }, report, refuseUnlessDraft) => {
      if ((await knownOf(tx, report, [requirementId])).size === 0) throw new NotFound('requirement of the report');
      await requireEvidence(tx, place.product, [{ ...body, pointer: '' }]);
      const statement = statementOf(requirementId, body);
      const key = {
        organizationId: report.organizationId,
        reportId: report.id,
        ...ownPlace(report, statement),
      };
      const present = await tx.findOneBy(ConformanceVerdict, key);
      checkIfMatch(present ?? { revision: 0 });
      await refuseUnlessDraft();
      await storeVerdicts(tx, report, caller, [statement]);
      return { result: await tx.findOneByOrFail(ConformanceVerdict, key), changed: { stated: [statement] } };
    });
  }

  /** States many at once, or takes them back; all or nothing. Returns how many. */
  async stateMany(place: Place, caller: Principal, items: readonly StateVerdictOf[]): Promise<number> {
    return this.change(place, async ({ tx }, report, refuseUnlessDraft) => {
      const ids = items.map(({ requirementId }) => requirementId.toLowerCase());
      const placesOf = sharedPlaces(standardIdsOf(report));
      await requireEach(
        async () => {
          const known = await knownOf(tx, report, ids);
          const unknown = items.flatMap((item, index) => (known.has(ids[index]!) ? [] : [{ item, index }]));
          if (unknown.length > 0) throw unknownRequirements(unknown);
        },
        async () => requireDistinct(items, placesOf),
        () =>
          requireEvidence(
            tx,
            place.product,
            items.map((item, index) => ({ ...item, pointer: `/verdicts/${index}` })),
          ),
      );
      await refuseUnlessDraft();
      const present = new Map((await readVerdicts(tx, report)).map((row) => [placesOf(row).key, row]));
      const statement = items.map(({ verdict, requirementId, ...body }) => {
        const before = present.get(placesOf({ requirementId, component: body.component ?? 'web' }).key);
        return {
          ...statementOf(requirementId, { ...body, verdict: verdict ?? 'not_evaluated' }, before),
          isTakenBack: verdict === null,
        };
      });
      const stated = statement.filter(({ isTakenBack }) => !isTakenBack);
      await storeVerdicts(tx, report, caller, stated);
      const takenBack = statement.filter(({ isTakenBack }) => isTakenBack);
      const gone = takenBack.filter((one) => present.has(placesOf(one).key));
      await takeBack(
        tx,
        report,
        gone.flatMap((one) => placesOf(one).places),
      );
      return { result: stated.length + gone.length, changed: { stated, takenBack } };
    });
  }

  /**
   * Says of every requirement of a group, and of those within it, that it does not apply, unless something was said of
   * it alone. Returns of how many.
   */
  async stateGroup(place: Place, groupId: string, caller: Principal, body: StateGroup): Promise<number> {
    return this.change(place, async ({ tx }, report, refuseUnlessDraft) => {
      const { component = 'web', remarks } = body;
      const ids = await groupRequirements(tx, standardIdsOf(report), groupId);
      if (!ids) throw new NotFound('group of the standard');
      await refuseUnlessDraft();
      const placesOf = sharedPlaces(standardIdsOf(report));
      const own = (await readVerdicts(tx, report)).filter(({ fromGroup }) => !fromGroup);
      const ownKeys = new Set(own.map((row) => placesOf(row).key));
      const stated = ids
        .filter((requirementId) => !ownKeys.has(placesOf({ requirementId, component }).key))
        .map((id) => ({
          ...statementOf(id, { component, remarks, verdict: 'not_applicable' }),
          fromGroup: true,
        }));
      await storeVerdicts(tx, report, caller, stated);
      return { result: stated.length, changed: { group: { groupId, component, updated: stated.length } } };
    });
  }

  /** Runs a change of a draft's verdicts, which leaves one event, if it changes anything. */
  private change<T>(
    { product, number }: Place,
    change: (
      context: ChangeContext,
      report: ConformanceReport,
      refuseUnlessDraft: () => Promise<void>,
    ) => Promise<{ result: T; changed: Changed }>,
  ): Promise<T> {
    return this.unitOfWork.run(async (context) => {
      await context.lock(standardsStayLock(product.organizationId), productStaysLock(product));
      const report = await lockReport(context.tx, product, number);
      const { result, changed } = await change(context, report, () => requireDraft(context.tx, product, report));
      if (result !== 0)
        context.record({
          ...subjectOfReport(report),
          type: 'conformance_report.verdicts_updated',
          changes: [{ field: 'verdicts', from: null, to: changedVerdicts(changed) }],
        });
      return result;
    });
  }
}

/** What a change did, for its event. */
interface Changed {
  stated?: readonly VerdictStatement[];
  takenBack?: readonly VerdictPlace[];
  group?: { groupId: string; component: Component; updated: number };
}

/** At most as many as a request may have; of a group not each of its requirements. */
const changedVerdicts = ({ stated = [], takenBack = [], group }: Changed): unknown =>
  group ?? [
    ...stated.map(({ requirementId, component, verdict }) => ({ requirementId, component, verdict })),
    ...takenBack.map(({ requirementId, component }) => ({ requirementId, component, verdict: null })),
  ];

/** Where a verdict stands of those that a request may name it by. */
function ownPlace(report: ConformanceReport, named: VerdictPlace): VerdictPlace {
  const { places } = sharedPlaces(standardIdsOf(report))(named);
  return places.find(({ requirementId }) => requirementId === named.requirementId.toLowerCase()) ?? places[0]!;
}

const unknownRequirements = (unknown: readonly { item: StateVerdictOf; index: number }[]): InvalidInput =>
  new InvalidInput(
    unknown.map(({ item: { requirementId }, index }) => ({
      path: `/verdicts/${index}/requirementId`,
      code: 'unknown_reference',
      message: `The standard of the report does not have this requirement: ${requirementId}`,
      params: { value: requirementId },
    })),
  );

/** Those of these requirements that belong to the standards of the report. */
async function knownOf(tx: EntityManager, report: ConformanceReport, ids: readonly string[]): Promise<Set<string>> {
  const rows = await query(tx, KNOWN_REQUIREMENTS, [standardIdsOf(report), ids]);
  return new Set(rows.map(({ id }) => id));
}
