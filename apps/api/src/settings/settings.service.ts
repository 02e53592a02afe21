import { inTransaction } from '#libs/database';
import { InvalidInput } from '#libs/errors';
import { changedFields, present } from '#libs/rows';
import { Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { DataSource, type EntityManager } from 'typeorm';
import { record } from '../events/record.js';
import { regradeAll } from '../grading/regrade.js';
import type { ModuleName } from '../organizations/modules.js';
import { Organization } from '../organizations/organization.entity.js';
import { requireLevel, requireStandard } from '../standards/reference.js';
import type { UpdateConformance } from './dto/settings.dto.js';
import { isRequired, switchModule } from './modules.js';

/** The settings of an organization. */
@Injectable()
export class SettingsService {
  constructor(@InjectDataSource() private readonly database: DataSource) {}

  /** Changes the defaults; products that inherit them are graded anew. */
  async updateConformance(organization: Organization, body: UpdateConformance): Promise<Organization> {
    return inTransaction(this.database, async (tx) => {
      const current = await this.lock(tx, organization);
      const values: Partial<Organization> = {
        ...present(body, 'standardId', 'auditFrequency'),
        ...(await this.checkedLevel(tx, current, body)),
      };
      const changes = changedFields(current, values);
      if (changes.length > 0) {
        await tx.update(Organization, { id: current.id }, values as object);
        await record(tx, {
          organizationId: current.id,
          type: 'organization.settings_updated',
          subject: { id: current.id, title: current.name },
          changes,
        });
        const products = await tx.query<{ id: string }[]>('SELECT id FROM products WHERE organization_id = $1', [
          current.id,
        ]);
        await regradeAll(
          tx,
          products.map(({ id }) => id),
        );
      }
      return tx.findOneByOrFail(Organization, { id: current.id });
    });
  }

  async switchModule(organization: Organization, module: ModuleName, enabled: boolean): Promise<ModuleName[]> {
    if (!enabled && isRequired(module)) {
      throw new InvalidInput([
        { path: '/module', code: 'module_required', message: `${module} cannot be switched off` },
      ]);
    }
    return inTransaction(this.database, async (tx) => {
      const current = await this.lock(tx, organization);
      const enabledModules = switchModule(current.enabledModules, module, enabled);
      const changes = changedFields(current, { enabledModules });
      if (changes.length > 0) {
        await tx.update(Organization, { id: current.id }, { enabledModules });
        await record(tx, {
          organizationId: current.id,
          type: 'organization.modules_updated',
          subject: { id: current.id, title: current.name },
          changes,
        });
      }
      return enabledModules;
    });
  }

  private lock(tx: EntityManager, { id }: Organization): Promise<Organization> {
    return tx.findOneOrFail(Organization, { where: { id }, lock: { mode: 'pessimistic_write' } });
  }

  /** A new standard clears a level that is not in it, unless the change names one of its own. */
  private async checkedLevel(
    tx: EntityManager,
    current: Organization,
    body: UpdateConformance,
  ): Promise<Partial<Organization>> {
    if (body.standardId) await requireStandard(tx, current.id, body.standardId);
    const standardId = body.standardId === undefined ? current.standardId : body.standardId;
    if (body.conformanceLevel) await requireLevel(tx, standardId, body.conformanceLevel);
    if (body.conformanceLevel !== undefined) return { conformanceLevelId: body.conformanceLevel };
    return standardId === current.standardId ? {} : { conformanceLevelId: null };
  }
}
