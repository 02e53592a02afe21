import { requireBelowLimit } from '#libs/config';
import { Forbidden, NotFound } from '#libs/errors';
import { newId } from '#libs/ids';
import { Injectable, type OnModuleInit } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { DataSource } from 'typeorm';
import type { Principal } from '../../platform/http/current.js';
import { REFUSALS } from '../../platform/http/refusal.js';
import { changedFields } from '../../platform/lists/changed-fields.js';
import { keyOf } from '../../platform/lists/key-of.js';
import { Memberships } from '../../accounts/organizations/members/memberships.js';
import type { Organization } from '../../accounts/organizations/organization.entity.js';
import type { ChangeContext } from '../../platform/work/change-context.js';
import { checkIfMatch } from '../../platform/work/check-if-match.js';
import { advisoryLock } from '../../platform/work/locks.js';
import { UnitOfWork } from '../../platform/work/unit-of-work.service.js';
import type { CreateSavedView, UpdateSavedView } from './dto/saved-view.dto.js';
import { SavedView, type ViewFilters } from './saved-view.entity.js';
import { requireView } from './view-faults.js';
import { Quotas } from '../../accounts/organizations/quotas.service.js';

/** The views that members keep for themselves or share. */
@Injectable()
export class SavedViewsService implements OnModuleInit {
  constructor(
    @InjectDataSource() private readonly database: DataSource,
    private readonly unitOfWork: UnitOfWork,
    private readonly memberships: Memberships,
    private readonly quotas: Quotas,
  ) {}

  onModuleInit(): void {
    this.memberships.onMembershipEnd(async ({ tx }, { organizationId, userId: ownerUserId }) => {
      const own = { organizationId, ownerUserId };
      await tx.delete(SavedView, { ...own, shared: false });
      // Others work with what they have shared.
      await tx.update(SavedView, own, { ownerUserId: null });
    });
  }

  /** The caller's own views, and those that are shared. */
  async list({ id: organizationId }: Organization, { userId }: Principal): Promise<SavedView[]> {
    return this.database.manager
      .createQueryBuilder(SavedView, 'v')
      .where('v.organizationId = :organizationId AND (v.shared OR v.ownerUserId = :userId)', { organizationId, userId })
      .orderBy({ 'v.name': 'ASC', 'v.id': 'ASC' })
      .getMany();
  }

  /** One that the caller sees. */
  async read({ id: organizationId }: Organization, caller: Principal, id: string): Promise<SavedView> {
    return visible(await this.database.manager.findOneBy(SavedView, { organizationId, id }), caller);
  }

  async create(
    { id: organizationId }: Organization,
    { userId }: Principal,
    { shared = false, sort = null, ...values }: CreateSavedView,
  ): Promise<SavedView> {
    await requireView(values.kind, values.filters, sort);
    return this.unitOfWork.run(async (change) => {
      const { tx } = change;
      await change.lock(advisoryLock('saved views', organizationId, userId!));
      const owner = { organizationId, ownerUserId: userId! };
      requireBelowLimit(this.quotas.of(owner.organizationId), 'savedViews', await tx.countBy(SavedView, owner));
      const id = newId();
      const filters = values.filters as ViewFilters;
      await tx.insert(SavedView, { ...values, ...owner, id, filters, sort, shared } as object);
      const view = await tx.findOneByOrFail(SavedView, { organizationId, id });
      change.record({ ...subjectOf(view), type: 'saved_view.created' });
      return view;
    });
  }

  async update(organization: Organization, caller: Principal, id: string, body: UpdateSavedView): Promise<SavedView> {
    return this.unitOfWork.run(async (change) => {
      const view = await this.editable(change, organization, caller, id);
      const { filters = view.filters, sort = view.sort } = body;
      await requireView(view.kind, filters, sort);
      checkIfMatch(view);
      // What nobody shares any more has to be somebody's.
      const ownerUserId = view.ownerUserId ?? (body.shared === false ? caller.userId : null);
      const changes = changedFields(view, { ...(body as Partial<SavedView>), ownerUserId });
      if (changes.length === 0) return view;
      await change.tx.update(SavedView, keyOf(view), { ...body, ownerUserId } as object);
      const changed = await change.tx.findOneByOrFail(SavedView, keyOf(view));
      change.record({
        ...subjectOf(changed),
        type: 'saved_view.updated',
        changes: view.shared && changed.shared ? changes : [],
      });
      return changed;
    });
  }

  async delete(organization: Organization, caller: Principal, id: string): Promise<void> {
    await this.unitOfWork.run(async (change) => {
      const view = await this.editable(change, organization, caller, id);
      checkIfMatch(view);
      await change.tx.delete(SavedView, keyOf(view));
      change.record({ ...subjectOf(view), type: 'saved_view.deleted' });
    });
  }

  /** A view that the caller sees and may change: one's own, and as an admin those that are shared. */
  private async editable(
    { tx }: ChangeContext,
    { id: organizationId }: Organization,
    caller: Principal,
    id: string,
  ): Promise<SavedView> {
    const where = { organizationId, id };
    const view = visible(await tx.findOne(SavedView, { where, lock: { mode: 'pessimistic_write' } }), caller);
    if (view.ownerUserId !== caller.userId && caller.role === 'member')
      throw new Forbidden('role_too_low', REFUSALS['role_too_low']!);
    return view;
  }
}

function visible(view: SavedView | null, { userId }: Principal): SavedView {
  if (!view || !(view.ownerUserId === userId || view.shared)) throw new NotFound('saved view');
  return view;
}

/** What events of a view are about; what is not shared is named to nobody. */
const subjectOf = ({ organizationId, id, name, shared }: SavedView) => ({
  organizationId,
  subject: { id, title: shared ? name : null },
});
