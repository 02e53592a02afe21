import { query } from '#libs/database';
import { DomainError, Forbidden } from '#libs/errors';
import { newId } from '#libs/ids';
import { Jobs, keysToRun } from '#libs/jobs';
import { mapInSlices } from '#libs/queues';
import { Injectable, Logger, type OnModuleInit } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { DataSource } from 'typeorm';
import type { Audit } from '../../records/audits/audit.entity.js';
import { AuditsService, subjectOfAudit } from '../../records/audits/audits.service.js';
import { type AuditRequirement, requirementsOfAudit } from '../../findings/evaluation/audit-requirements.js';
import { lockAudit, requireInProgress } from '../../findings/evaluation/change-evaluation.js';
import { fillOutcomes, isTaken } from '../../findings/evaluation/outcomes/fill-outcomes.js';
import { takeBack } from '../../findings/evaluation/outcomes/take-back.js';
import { changesOf } from '../../findings/evaluation/sample/sample.service.js';
import type { Principal } from '../../platform/http/current.js';
import { REFUSALS } from '../../platform/http/refusal.js';
import type { FileOnDisk } from '../../platform/http/upload.js';
import { Quotas } from '../../accounts/organizations/quotas.service.js';
import { Member } from '../../accounts/organizations/members/member.entity.js';
import { IssuesService } from '../../records/issues/issues.service.js';
import { ResourcePlaces } from '../../platform/places/resource-places.service.js';
import { Threads } from '../../platform/places/threads.service.js';
import { runsLock } from '../../products/products/product-records.js';
import { Product } from '../../products/products/product.entity.js';
import type { ChangeContext } from '../../platform/work/change-context.js';
import { UnitOfWork } from '../../platform/work/unit-of-work.service.js';
import { applyContent } from './apply-content.js';
import type { BeginImportUpload } from './dto/audit-import.dto.js';
import { ImportEnded, ImportUnderWay } from './errors.js';
import { changesOfFields, emptyFilled } from './fill-audit.js';
import { openIssues, removeIssues } from './issues-of-import.js';
import { rememberMapping } from './import-mappings.js';
import {
  ABANDON_IMPORT,
  BEGIN_IMPORT,
  CELLS_OF_IMPORT,
  FINISH_IMPORT,
  IS_UNDER_WAY,
  MADE_SO_FAR,
  NEXT_SLICE,
  UNDER_WAY,
  WRITE_SLICE,
  type WrittenSlice,
} from './imports.sql.js';
import { KeptImports, type ShownImport } from './kept-imports.service.js';
import { readImport } from './read-import.js';

const WRITE_IMPORT = 'write_import';

/** How many outcomes are written at once, and how many issues are opened then. */
const SLICE = 1_000;
const ISSUES_AT_ONCE = 500;

/** How often an import is begun or goes on: for half an hour, since its organization imports nothing else meanwhile. */
const ATTEMPTS = 8;

interface ImportJob {
  organizationId: string;
  importId: string;
}

/**
 * Imports that are written by a job, a slice at a time: it goes on where it was ended, and what it has made is taken
 * back where it cannot go on.
 */
@Injectable()
export class RunningImports implements OnModuleInit {
  private readonly log = new Logger(RunningImports.name);

  constructor(
    @InjectDataSource() private readonly database: DataSource,
    private readonly jobs: Jobs,
    private readonly unitOfWork: UnitOfWork,
    private readonly quotas: Quotas,
    private readonly audits: AuditsService,
    private readonly threads: Threads,
    private readonly places: ResourcePlaces,
    private readonly kept: KeptImports,
    private readonly issues: IssuesService,
  ) {}

  onModuleInit(): void {
    this.jobs.handle<ImportJob>(WRITE_IMPORT, (job, stopping) => this.write(job, stopping));
    this.jobs.schedule('* * * * *', 'end_stranded_imports', () => this.endStranded());
    this.audits.onCompletion.push(async (tx, { organizationId, id }) => {
      if ((await query(tx, IS_UNDER_WAY, [organizationId, id])).length > 0) throw new ImportUnderWay();
    });
  }

  /**
   * Judges a file whole, adds the pages that the sample lacks, and has the outcomes written.
   * @throws InvalidInput, TooLarge, SampleFull, AuditCompleted, ProductArchived, LimitReached, ImportUnderWay
   */
  async begin(product: Product, caller: Principal, file: FileOnDisk, body: BeginImportUpload): Promise<ShownImport> {
    const { content, mapping } = await readImport(this.threads, this.database.manager, product, file, body);
    const { organizationId } = product;
    return this.places.run('changes', () =>
      this.unitOfWork.run(async (change) => {
        const { tx } = change;
        const limits = this.quotas.of(organizationId);
        const applied = await applyContent(change, this.audits, limits, product, body, content);
        if ((await query(tx, IS_UNDER_WAY, [organizationId, null])).length > 0) throw new ImportUnderWay();
        await rememberMapping(tx, organizationId, mapping, content.table);
        const { audit, isNew, added, filled, matched } = applied;
        const written = applied.written.filter((one) => isTaken(one, undefined));
        const importId = newId();
        const maker = [caller.userId, caller.key?.name ?? null] as const;
        const slices = await mapInSlices(
          [
            ...slicesOf(written, SLICE).map((cells): WrittenSlice => ({ cells, problems: [] })),
            ...slicesOf(applied.problems, ISSUES_AT_ONCE).map((problems): WrittenSlice => ({ cells: [], problems })),
          ],
          (slice) => JSON.stringify(slice),
        );
        await query(tx, BEGIN_IMPORT, [
          ...([organizationId, importId, product.id, audit.id, body.format, ...maker] as const),
          JSON.stringify(added.map(({ number, name }) => ({ number, name }))),
          ...([written.length, matched.leftOut, `[${slices.join()}]`, JSON.stringify(filled), isNew] as const),
        ]);
        const job: ImportJob = { organizationId, importId };
        await this.jobs.add(tx, WRITE_IMPORT, job, { key: importId, maxAttempts: ATTEMPTS });
        return this.kept.find(tx, product, importId);
      }),
    );
  }

  /**
   * Ends an import that is under way, and takes back what it has made. @throws NotFound, Forbidden, ImportEnded
   */
  async cancel(product: Product, caller: Principal, id: string): Promise<ShownImport> {
    const { imported } = await this.kept.read(product, id);
    if (imported.madeByUserId !== caller.userId && caller.role === 'member')
      throw new Forbidden('role_too_low', REFUSALS['role_too_low']!);
    const isEnded = await this.abandon(product, id, caller, 'cancelled', null);
    if (!isEnded) throw new ImportEnded();
    return this.kept.read(product, id);
  }

  private async write({ organizationId, importId }: ImportJob, stopping: AbortSignal): Promise<void> {
    for (;;) {
      stopping.throwIfAborted();
      const found = await this.running(organizationId, importId);
      if (!found) return;
      const { product, caller } = found;
      if (!(await this.mayGoOn(product, caller))) {
        await this.abandon(product, importId, caller, 'failed', 'not_a_member');
        return;
      }
      try {
        if (await this.unitOfWork.run((change) => this.writeSlice(change, product, caller, importId))) return;
      } catch (error) {
        // The product was archived meanwhile, or the organization may have no more.
        if (!(error instanceof DomainError) || error.kind !== 'conflict') throw error;
        await this.abandon(product, importId, caller, 'failed', error.code);
        return;
      }
    }
  }

  /**
   * Ends imports whose job is not tried again. A worker that is killed says nothing of it, so that only its absence
   * tells; the imports are read first, since both are there from one moment on.
   */
  async endStranded(): Promise<void> {
    const imports = await query(this.database.manager, UNDER_WAY, []);
    if (imports.length === 0) return;
    const toCome = await keysToRun(
      this.database,
      imports.map(({ importId }) => importId),
    );
    for (const { organizationId, importId } of imports.filter((one) => !toCome.has(one.importId)))
      try {
        const found = await this.running(organizationId, importId);
        if (found) await this.abandon(found.product, importId, found.caller, 'failed', 'import_given_up');
      } catch (error) {
        // It is tried again in a minute, and the others must not wait for it.
        this.log.error(`the import ${importId} cannot be ended: ${String(error)}`);
      }
  }

  /** Whoever has left the organization decides nothing there any more. */
  private async mayGoOn({ organizationId }: Product, { userId, key }: Maker): Promise<boolean> {
    if (key) return true;
    return userId !== null && this.database.manager.existsBy(Member, { organizationId, userId });
  }

  /** An import that is under way, and for whom it is. */
  private async running(organizationId: string, importId: string) {
    const { manager } = this.database;
    const found = await this.kept.ofOrganization(manager, organizationId, importId);
    if (found?.imported.state !== 'running') return undefined;
    const { productId: id, madeByUserId, madeByKeyName } = found.imported;
    const product = await manager.findOneByOrFail(Product, { organizationId, id });
    const person = { userId: madeByUserId, name: found.makerName ?? 'Curbcut' };
    return {
      product,
      caller: { ...person, key: madeByKeyName === null ? undefined : { name: madeByKeyName } } as Maker,
    };
  }

  /** @returns whether there is nothing left to write */
  private async writeSlice(change: ChangeContext, product: Product, caller: Maker, id: string): Promise<boolean> {
    const { tx } = change;
    const locked = await this.lock(change, product, id);
    if (!locked) return true;
    const { audit, requirements, imported } = locked;
    await requireInProgress(tx, product, audit);
    const key = [product.organizationId, id] as const;
    const [slice] = await query(tx, NEXT_SLICE, [...key]);
    if (slice) {
      const limits = this.quotas.of(product.organizationId);
      const made = await fillOutcomes(change, limits, audit, requirements, caller, slice.cells, [], () => undefined);
      const issueIds = await openIssues(change, limits, product, audit, id, slice.problems, caller.userId);
      await query(tx, WRITE_SLICE, [...key, slice.place, JSON.stringify(made), issueIds]);
      return false;
    }
    const [kept] = await query(tx, CELLS_OF_IMPORT, [...key]);
    await query(tx, FINISH_IMPORT, [...key]);
    const { decided, entries, issueCount } = imported;
    change.record({
      ...subjectOfAudit(audit),
      type: 'import.finished',
      subject: { id, number: audit.number, title: audit.title },
      ...byMaker(caller),
      changes: [
        ...changesOf(entries),
        ...changesOfFields(kept!.fields ?? {}),
        { field: 'outcomes', from: null, to: decided },
        ...(issueCount === 0 ? [] : [{ field: 'issues', from: null, to: issueCount }]),
      ],
    });
    return true;
  }

  /** Takes back what an import has made so far, and ends it. @returns false where it has ended before */
  private async abandon(
    product: Product,
    id: string,
    caller: Maker,
    state: 'failed' | 'cancelled',
    failure: string | null,
  ): Promise<boolean> {
    return this.unitOfWork.run(async (change) => {
      const { tx } = change;
      // Issues are deleted while no run works with them; whether there are any is known once the import is locked.
      await change.lock(runsLock(product.organizationId, [product.id]));
      const locked = await this.lock(change, product, id);
      if (!locked) return false;
      const { audit, requirements, imported } = locked;
      const slices = await query(tx, MADE_SO_FAR, [product.organizationId, id]);
      const made = {
        cells: slices.flatMap((slice) => slice.made),
        entries: imported.entries.map(({ number }) => number),
      };
      const issueIds = slices.flatMap((slice) => slice.issueIds ?? []);
      const removed = await removeIssues(change, this.issues, audit, issueIds, made.cells);
      const limits = this.quotas.of(product.organizationId);
      const subject = { id, number: audit.number, title: audit.title };
      const { keptEntries } = await takeBack(change, limits, audit, requirements, caller, made, (changes) =>
        change.record({ ...subjectOfAudit(audit), subject, type: 'import.undone', ...byMaker(caller), changes }),
      );
      const entries = keptEntries.map(({ number, name }) => ({ number, name }));
      const [kept] = await query(tx, CELLS_OF_IMPORT, [product.organizationId, id]);
      await emptyFilled(tx, audit, kept!.fields ?? {});
      await query(tx, ABANDON_IMPORT, [
        ...([product.organizationId, id, state, failure, JSON.stringify(entries), removed.kept.length] as const),
      ]);
      return true;
    });
  }

  /** The audit of an import, locked; undefined where the import is not under way any more. */
  private async lock(
    change: ChangeContext,
    product: Product,
    id: string,
  ): Promise<{ audit: Audit; requirements: AuditRequirement[]; imported: ShownImport['imported'] } | undefined> {
    const { tx } = change;
    const found = await this.kept.ofOrganization(tx, product.organizationId, id);
    if (!found) return undefined;
    const audit = await lockAudit(change, this.audits, product, found.auditNumber);
    const { imported } = await this.kept.find(tx, product, id);
    return imported.state === 'running'
      ? { audit, requirements: await requirementsOfAudit(tx, audit), imported }
      : undefined;
  }
}

/** Who has begun an import, as far as what it writes tells. */
type Maker = Pick<Principal, 'userId' | 'name' | 'key'>;

/** The actor of its events: where the account is gone, the service. */
const byMaker = ({ userId, name, key }: Maker) => {
  if (key) return { actor: { kind: 'api_key' as const, id: null, name: key.name } };
  return userId === null ? {} : { actor: { kind: 'user' as const, id: userId, name } };
};

const slicesOf = <T>(all: readonly T[], size: number): T[][] =>
  Array.from({ length: Math.ceil(all.length / size) }, (_, place) => all.slice(place * size, (place + 1) * size));
