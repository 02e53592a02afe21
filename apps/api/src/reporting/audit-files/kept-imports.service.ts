import { clock } from '#libs/clock';
import { DAY_MS } from '#libs/dates';
import { query } from '#libs/database';
import { Forbidden, NotFound } from '#libs/errors';
import { newId } from '#libs/ids';
import { Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { DataSource, type EntityManager } from 'typeorm';
import type { Audit } from '../../records/audits/audit.entity.js';
import { AuditsService, subjectOfAudit } from '../../records/audits/audits.service.js';
import { requirementsOfAudit } from '../../findings/evaluation/audit-requirements.js';
import { lockAudit, requireInProgress } from '../../findings/evaluation/change-evaluation.js';
import type { FilledCell } from '../../findings/evaluation/outcomes/fill-outcomes.js';
import { type TakenBack, takeBack } from '../../findings/evaluation/outcomes/take-back.js';
import type { AuditEntry } from '../../findings/evaluation/sample/audit-entry.js';
import type { Principal } from '../../platform/http/current.js';
import { REFUSALS } from '../../platform/http/refusal.js';
import type { Issue } from '../../records/issues/issue.entity.js';
import { IssuesService } from '../../records/issues/issues.service.js';
import { type Detail, type Detailed, loadDetailed } from '../../platform/lists/details.js';
import type { PageQuery } from '../../platform/lists/page-query.js';
import { pageOf } from '../../platform/lists/page-of.js';
import type { Page } from '../../platform/lists/pagination.js';
import { ReplicaReads } from '../../platform/lists/replica-reads.js';
import { Quotas } from '../../accounts/organizations/quotas.service.js';
import { runsLock } from '../../products/products/product-records.js';
import type { Product } from '../../products/products/product.entity.js';
import type { ChangeContext } from '../../platform/work/change-context.js';
import { UnitOfWork } from '../../platform/work/unit-of-work.service.js';
import { AuditImport } from './audit-import.entity.js';
import type { AuditImportFormat } from './dto/audit-import.dto.js';
import { emptyFilled, type FilledFields } from './fill-audit.js';
import { removeIssues } from './issues-of-import.js';
import { ImportTooOld, ImportUnderWay, ImportUndone } from './errors.js';
import { ADD_IMPORT, CELLS_OF_IMPORT, FORGET_CELLS, MARK_UNDONE } from './imports.sql.js';

/** How long an import can be taken back. */
const UNDO_DAYS = 30;

const AUDIT_NUMBER: Detail<number> = {
  sql: 'SELECT a.number FROM audits a WHERE a.organization_id = $1 AND a.id = record.audit_id',
  read: (number: number) => number,
};
const MAKER: Detail<string | null> = {
  sql: 'SELECT u.name FROM users u WHERE u.id = record.made_by_user_id',
  read: (name: string | null) => name,
};
const SHOWN = { auditNumber: AUDIT_NUMBER, makerName: MAKER };

/** An import with the number of its audit, and the name that whoever made it has now. */
export type ShownImport = { imported: AuditImport } & Detailed<typeof SHOWN>;

/** What was taken back of an import, and what stays. */
export type UndoneOfImport = TakenBack & { keptFields: string[]; issues: { gone: Issue[]; kept: Issue[] } };

/** Until when an import can be taken back. */
export const undoableUntil = (createdAt: Date): Date => new Date(createdAt.getTime() + UNDO_DAYS * DAY_MS);

/** What imports have made of audits, so that it can be taken back. */
@Injectable()
export class KeptImports {
  constructor(
    @InjectDataSource() private readonly database: DataSource,
    private readonly unitOfWork: UnitOfWork,
    private readonly replicas: ReplicaReads,
    private readonly audits: AuditsService,
    private readonly quotas: Quotas,
    private readonly issues: IssuesService,
  ) {}

  list({ organizationId, id }: Product, page: InstanceType<ReturnType<typeof PageQuery>>): Promise<Page<ShownImport>> {
    const list = {
      owner: ['organization_id', organizationId] as ['organization_id', string],
      where: [(bind: (value: unknown) => string) => `l.product_id = ${bind(id)}`],
      details: SHOWN,
    };
    const order = { ...page, sortField: 'createdAt', sortDirection: 'desc' as const };
    return this.replicas.read((manager) => pageOf(manager, ['imported', AuditImport], list, order));
  }

  read(product: Product, id: string): Promise<ShownImport> {
    return this.find(this.database.manager, product, id);
  }

  /** Remembers what an import has made. @returns its id */
  async remember(
    { tx }: ChangeContext,
    { organizationId, productId, id: auditId }: Audit,
    caller: Principal,
    format: AuditImportFormat,
    made: {
      entries: readonly AuditEntry[];
      cells: readonly FilledCell[];
      filled: FilledFields;
      leftOut: readonly string[];
    },
  ): Promise<string> {
    const id = newId();
    const entries = made.entries.map(({ number, name }) => ({ number, name }));
    await query(tx, FORGET_CELLS, [organizationId, clock.ago(UNDO_DAYS * DAY_MS)]);
    await query(tx, ADD_IMPORT, [
      ...([organizationId, id, productId, auditId, format, caller.userId, caller.key?.name ?? null] as const),
      ...([
        JSON.stringify(entries),
        made.cells.length,
        JSON.stringify(made.cells),
        JSON.stringify(made.filled),
        made.leftOut,
      ] as const),
    ]);
    return id;
  }

  /**
   * Takes back what an import has made, where nobody has changed it since. @throws NotFound, Forbidden, ImportUndone,
   * ImportTooOld, ProductArchived, AuditCompleted
   */
  async undo(product: Product, caller: Principal, id: string): Promise<{ undone: ShownImport; what: UndoneOfImport }> {
    return this.unitOfWork.run(async (change) => {
      const { tx } = change;
      const { imported, auditNumber } = await this.find(tx, product, id);
      const isOwn = imported.madeByUserId !== null && imported.madeByUserId === caller.userId;
      if (!isOwn && caller.role === 'member') throw new Forbidden('role_too_low', REFUSALS['role_too_low']!);
      if (imported.issueCount > 0 || imported.state === 'running')
        await change.lock(runsLock(product.organizationId, [product.id]));
      const audit = await lockAudit(change, this.audits, product, auditNumber);
      const { undoneAt, createdAt, entries, state } = (await this.find(tx, product, id)).imported;
      if (state === 'running') throw new ImportUnderWay();
      if (undoneAt !== null || state !== 'finished') throw new ImportUndone(state);
      const [kept] = await query(tx, CELLS_OF_IMPORT, [product.organizationId, id]);
      if (!kept?.cells || undoableUntil(createdAt) < clock.now()) throw new ImportTooOld();
      await requireInProgress(tx, product, audit);
      const made = { cells: kept.cells, entries: entries.map(({ number }) => number) };
      const issues = await removeIssues(change, this.issues, audit, kept.issueIds ?? [], made.cells);
      const limits = this.quotas.of(product.organizationId);
      const subject = { id, number: audit.number, title: audit.title };
      const what = await takeBack(
        change,
        limits,
        audit,
        await requirementsOfAudit(tx, audit),
        caller,
        made,
        (changes) => change.record({ ...subjectOfAudit(audit), subject, type: 'import.undone', changes }),
      );
      const keptFields = await emptyFilled(tx, audit, kept.fields ?? {});
      await query(tx, MARK_UNDONE, [product.organizationId, id]);
      return { undone: await this.find(tx, product, id), what: { ...what, keptFields, issues } };
    });
  }

  /** @throws NotFound */
  async find(tx: EntityManager, { organizationId, id: productId }: Product, id: string): Promise<ShownImport> {
    const found = await this.ofOrganization(tx, organizationId, id);
    if (found?.imported.productId !== productId) throw new NotFound('import');
    return found;
  }

  async ofOrganization(tx: EntityManager, organizationId: string, id: string): Promise<ShownImport | undefined> {
    const [found] = await loadDetailed(tx, ['imported', AuditImport], SHOWN, { organizationId, id });
    return found;
  }
}
