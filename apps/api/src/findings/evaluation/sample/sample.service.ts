import type { RecordLimits } from '#libs/config';
import { query } from '#libs/database';
import { type Fault, InvalidInput, NotFound, requireEach, unknownReference } from '#libs/errors';
import { isHttpUrl } from '#libs/fields';
import { mapInSlices } from '#libs/queues';
import { Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { DataSource, type EntityManager } from 'typeorm';
import { Audit } from '../../../records/audits/audit.entity.js';
import { AuditsService } from '../../../records/audits/audits.service.js';
import { changedFields, pickDefined } from '../../../platform/lists/changed-fields.js';
import { inProduct } from '../../../products/products/product-key.js';
import { unlinkEntry } from '../../../records/evidence/link-evidence.js';
import type { Product } from '../../../products/products/product.entity.js';
import { requireAreas } from '../../../products/products/record-areas.js';
import type { ChangeContext } from '../../../platform/work/change-context.js';
import { checkIfMatch } from '../../../platform/work/check-if-match.js';
import { UnitOfWork } from '../../../platform/work/unit-of-work.service.js';
import { requirementsOfAudit } from '../audit-requirements.js';
import { lockAudit, recordOfAudit, requireInProgress } from '../change-evaluation.js';
import { EntryHasOutcomes, SampleFull } from '../errors.js';
import { keepCounts } from '../evaluation-state.js';
import { requireRoomForOutcomes } from '../room-for-outcomes.js';
import { type AuditEntry, MAX_ENTRIES } from './audit-entry.js';
import { draw, usualCount } from './draw.js';
import type { AddEntry, CopiedSample, DrawnSample, DrawSample, UpdateEntry } from './dto/sample.dto.js';
import {
  ADD_ENTRIES,
  CHANGE_ENTRY,
  COUNT_OUTCOMES_OF_ENTRY,
  DELETE_ENTRY,
  DELETE_OUTCOMES_OF_ENTRY,
  KNOWN_ADDRESSES,
  LIST_SAMPLE,
  ORDER_SAMPLE,
} from './sample.sql.js';
import { Quotas } from '../../../accounts/organizations/quotas.service.js';

/** A new entry, but for what follows from its audit. */
type NewEntry = Omit<AuditEntry, 'number' | 'position' | 'revision'>;

const NEW = { url: null, description: null, process: null, areaId: null, copiedFrom: null };
/** How many known addresses a draw takes of findings, and of samples. */
const MOST_ADDRESSES = 10_000;

/** What an audit looks at. */
@Injectable()
export class SampleService {
  constructor(
    @InjectDataSource() private readonly database: DataSource,
    private readonly unitOfWork: UnitOfWork,
    private readonly audits: AuditsService,
    private readonly quotas: Quotas,
  ) {}

  list({ organizationId, id }: Audit): Promise<AuditEntry[]> {
    return query(this.database.manager, LIST_SAMPLE, [organizationId, id]);
  }

  async read(product: Product, number: number, entry: number): Promise<AuditEntry> {
    const { manager } = this.database;
    return find(await sampleOf(manager, await this.audits.find(manager, product, number)), entry);
  }

  /** @throws SampleFull, AuditCompleted */
  async add(product: Product, number: number, body: AddEntry): Promise<AuditEntry> {
    return this.unitOfWork.run(async (change) => {
      const audit = await lockAudit(change, this.audits, product, number);
      const sample = await sampleOf(change.tx, audit);
      const entry = {
        ...NEW,
        kind: body.process ? ('process' as const) : ('structured' as const),
        name: body.name,
        ...pickDefined(body, 'url', 'description', 'kind', 'process', 'areaId'),
      };
      await requireEach(
        async () => requireName(sample, entry.name),
        async () => requirePlace(entry),
        () => requireArea(change.tx, product, body.areaId),
      );
      await requireInProgress(change.tx, product, audit);
      const [added] = await addEntries(change, this.quotas.of(product.organizationId), audit, sample, [entry]);
      return added!;
    });
  }

  /** @throws AuditCompleted, ChangedMeanwhile */
  async update(product: Product, number: number, entryNumber: number, body: UpdateEntry): Promise<AuditEntry> {
    return this.unitOfWork.run(async (change) => {
      const audit = await lockAudit(change, this.audits, product, number);
      const sample = await sampleOf(change.tx, audit);
      const entry = find(sample, entryNumber);
      const values = pickDefined(body, 'name', 'url', 'description', 'kind', 'process', 'areaId');
      await requireEach(
        async () => body.name !== undefined && requireName(sample, body.name, entry),
        async () => requirePlace({ ...entry, ...values }),
        () => requireArea(change.tx, product, body.areaId),
      );
      checkIfMatch(entry);
      await requireInProgress(change.tx, product, audit);
      const changes = changedFields(entry, values);
      if (changes.length === 0) return entry;
      await query(change.tx, CHANGE_ENTRY, [audit.organizationId, audit.id, JSON.stringify({ ...entry, ...values })]);
      recordOfAudit(change, audit, 'audit.sample_changed', [
        { field: `entry ${entry.number}`, from: pick(entry, changes), to: pick({ ...entry, ...values }, changes) },
      ]);
      return { ...entry, ...values, revision: entry.revision + 1 };
    });
  }

  /** @throws EntryHasOutcomes, AuditCompleted, ChangedMeanwhile */
  async delete(product: Product, number: number, entryNumber: number, withOutcomes: boolean): Promise<void> {
    await this.unitOfWork.run(async (change) => {
      const { tx } = change;
      const audit = await lockAudit(change, this.audits, product, number);
      const entry = find(await sampleOf(tx, audit), entryNumber);
      checkIfMatch(entry);
      await requireInProgress(tx, product, audit);
      const key = [audit.organizationId, audit.id, entryNumber] as const;
      const [outcomes] = await query(tx, COUNT_OUTCOMES_OF_ENTRY, [...key]);
      if (outcomes!.count > 0 && !withOutcomes) throw new EntryHasOutcomes();
      await unlinkEntry(tx, ...key);
      await query(tx, DELETE_OUTCOMES_OF_ENTRY, [...key]);
      await query(tx, DELETE_ENTRY, [...key]);
      await keepCounts(change, audit);
      const from = { name: entry.name, outcomes: outcomes!.count };
      recordOfAudit(change, audit, 'audit.sample_changed', [{ field: `entry ${entryNumber}`, from, to: null }]);
    });
  }

  /** @throws AuditCompleted */
  async order(product: Product, number: number, order: readonly number[]): Promise<AuditEntry[]> {
    return this.unitOfWork.run(async (change) => {
      const audit = await lockAudit(change, this.audits, product, number);
      const sample = await sampleOf(change.tx, audit);
      const before = sample.map((entry) => entry.number);
      const isWhole = order.length === before.length && new Set(order).size === order.length;
      if (!isWhole || order.some((one) => !before.includes(one)))
        throw new InvalidInput([
          {
            path: '/order',
            code: 'not_allowed',
            message: 'The order must contain each entry of the sample exactly once.',
          },
        ]);
      await requireInProgress(change.tx, product, audit);
      if (order.some((one, index) => one !== before[index])) {
        await query(change.tx, ORDER_SAMPLE, [audit.organizationId, audit.id, order]);
        recordOfAudit(change, audit, 'audit.sample_changed', [{ field: 'order', from: before, to: order }]);
      }
      return sampleOf(change.tx, audit);
    });
  }

  /** Adds random entries, none of which the sample has. @throws SampleFull, AuditCompleted */
  async draw(product: Product, number: number, body: DrawSample): Promise<DrawnSample> {
    return this.unitOfWork.run(async (change) => {
      const audit = await lockAudit(change, this.audits, product, number);
      const sample = await sampleOf(change.tx, audit);
      await requireInProgress(change.tx, product, audit);
      const known = await query(change.tx, KNOWN_ADDRESSES, [product.organizationId, product.id, MOST_ADDRESSES]);
      const posted = body.addresses ?? [];
      await requireAddresses(posted);
      const there = new Set(sample.map(({ url }) => url));
      const candidates = [...posted, ...known.map(({ url }) => url).filter(isHttpUrl)];
      const addresses = [...new Set(candidates)].filter((url) => !there.has(url));
      if (addresses.length === 0)
        throw new InvalidInput([
          {
            path: '/addresses',
            code: 'not_allowed',
            message: 'There is no address to draw from: the product has neither findings nor audits with an address.',
          },
        ]);
      const count = body.count ?? usualCount(sample.filter(({ kind }) => kind === 'structured').length);
      const names = new Set(sample.map(({ name }) => name));
      const drawn = (await draw(addresses, body.seed, count)).map((url) => {
        const name = uniqueName(names, url);
        names.add(name);
        return { ...NEW, name, url, kind: 'random' as const };
      });
      return {
        drawn: await addEntries(change, this.quotas.of(product.organizationId), audit, sample, drawn),
        addresses: addresses.length,
      };
    });
  }

  /**
   * Adds the entries of another audit of the product; those whose names exist are left out. @throws SampleFull,
   * AuditCompleted
   */
  async copy(product: Product, number: number, fromAudit: number): Promise<CopiedSample> {
    return this.unitOfWork.run(async (change) => {
      const { tx } = change;
      const audit = await lockAudit(change, this.audits, product, number);
      const source = await tx.findOneBy(Audit, { ...inProduct(product), number: fromAudit });
      if (!source || source.id === audit.id) throw unknownReference('/fromAudit', 'audit', fromAudit);
      await requireInProgress(tx, product, audit);
      return copySample(change, this.quotas.of(product.organizationId), audit, source);
    });
  }
}

/** Adds the sample of another audit. */
export async function copySample(
  change: ChangeContext,
  limits: RecordLimits,
  audit: Audit,
  source: Audit,
): Promise<CopiedSample> {
  const sample = await sampleOf(change.tx, audit);
  const names = new Set(sample.map(({ name }) => name));
  const entries = await sampleOf(change.tx, source);
  const copied = entries
    .filter(({ name }) => !names.has(name))
    .map((entry) => ({ ...entry, copiedFrom: entry.number }));
  return {
    copied: await addEntries(change, limits, audit, sample, copied),
    leftOut: entries.map(({ name }) => name).filter((name) => names.has(name)),
  };
}

export const sampleOf = (tx: EntityManager, { organizationId, id }: Audit): Promise<AuditEntry[]> =>
  query(tx, LIST_SAMPLE, [organizationId, id]);

async function addEntries(
  change: ChangeContext,
  limits: RecordLimits,
  audit: Audit,
  sample: readonly AuditEntry[],
  entries: readonly NewEntry[],
): Promise<AuditEntry[]> {
  const added = await insertEntries(change, limits, audit, sample, entries);
  if (added.length > 0) recordOfAudit(change, audit, 'audit.sample_changed', changesOf(added));
  return added;
}

/** What an event tells of entries that were added. */
export const changesOf = (added: readonly Pick<AuditEntry, 'number' | 'name'>[]) =>
  added.slice(0, 100).map(({ number, name }) => ({ field: `entry ${number}`, from: null, to: { name } }));

/** Adds entries to the sample of an audit, which is locked; the event is the caller's. @throws SampleFull */
export async function insertEntries(
  change: ChangeContext,
  limits: RecordLimits,
  audit: Audit,
  sample: readonly AuditEntry[],
  entries: readonly NewEntry[],
): Promise<AuditEntry[]> {
  if (entries.length === 0) return [];
  const count = sample.length + entries.length;
  if (count > MAX_ENTRIES) throw new SampleFull(MAX_ENTRIES);
  const { length } = await requirementsOfAudit(change.tx, audit);
  requireRoomForOutcomes(limits, { requirements: length, entries: count });
  const place = Math.max(0, ...sample.map(({ position }) => position));
  const added = entries.map((entry, index) => ({
    ...entry,
    number: audit.lastEntry + index + 1,
    position: place + index + 1,
    revision: 1,
  }));
  await query(change.tx, ADD_ENTRIES, [audit.organizationId, audit.id, JSON.stringify(added)]);
  await keepCounts(change, audit, audit.lastEntry + added.length);
  return added;
}

function find(sample: readonly AuditEntry[], number: number): AuditEntry {
  const entry = sample.find((one) => one.number === number);
  if (!entry) throw new NotFound('entry');
  return entry;
}

function requireName(sample: readonly AuditEntry[], name: string, self?: AuditEntry): void {
  if (sample.some((entry) => entry.name === name && entry.number !== self?.number))
    throw new InvalidInput([
      { path: '/name', code: 'duplicate', message: 'The sample already has an entry with this name.' },
    ]);
}

function requirePlace({ url, description }: Pick<NewEntry, 'url' | 'description'>): void {
  if (url === null && description === null)
    throw new InvalidInput([
      { path: '/url', code: 'required', message: 'An entry requires a `url` or a `description`.' },
    ]);
}

const requireArea = async (tx: EntityManager, product: Product, areaId: string | null | undefined): Promise<void> => {
  if (!areaId) return;
  try {
    await requireAreas(tx, product, [areaId]);
  } catch (error) {
    throw error instanceof InvalidInput ? unknownReference('/areaId', 'area', areaId) : error;
  }
};

async function requireAddresses(addresses: readonly string[]): Promise<void> {
  const isAddress = await mapInSlices(addresses, isHttpUrl);
  const faults = [...isAddress.entries()].flatMap(([index, isOne]): Fault[] =>
    isOne
      ? []
      : [
          {
            path: `/addresses/${index}`,
            code: 'invalid_format',
            message: 'Must be an http or https URL.',
            params: { format: 'uri' },
          },
        ],
  );
  if (faults.length > 0) throw new InvalidInput(faults.slice(0, 100), faults.length);
}

/** The address, or with a number where an entry is called so already. */
function uniqueName(names: ReadonlySet<string>, url: string): string {
  const base = url.slice(0, 190);
  for (let count = 1; ; count += 1) {
    const name = count === 1 ? base : `${base} (${count})`;
    if (!names.has(name)) return name;
  }
}

const pick = (entry: AuditEntry, changes: readonly { field: string }[]) =>
  Object.fromEntries(changes.map(({ field }) => [field, entry[field as keyof AuditEntry]]));
