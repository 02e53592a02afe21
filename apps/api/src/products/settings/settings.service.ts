import { InvalidInput } from '#libs/errors';
import { Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { DataSource } from 'typeorm';
import { pickDefined } from '../../platform/lists/changed-fields.js';
import { changeSettings } from '../../accounts/organizations/change-settings.js';
import { withLegalDisclaimer } from '../../accounts/organizations/legal-disclaimer.js';
import type { ModuleName } from '../../accounts/organizations/modules.js';
import { Organization } from '../../accounts/organizations/organization.entity.js';
import { Product } from '../products/product.entity.js';
import { changedConformance, requireConformance } from '../../standards/standards/reference.js';
import { UnitOfWork } from '../../platform/work/unit-of-work.service.js';
import type { UpdateConformance } from './dto/settings.dto.js';
import { isRequired, switchModule } from './modules.js';

/** The settings of an organization. */
@Injectable()
export class SettingsService {
  constructor(
    @InjectDataSource() private readonly database: DataSource,
    private readonly unitOfWork: UnitOfWork,
  ) {}

  /** The defaults of the caller's organization. */
  readConformance(organization: Organization): Promise<Organization> {
    return withLegalDisclaimer(this.database, organization);
  }

  /** Changes the defaults; products that inherit them are graded anew. */
  async updateConformance(organization: Organization, body: UpdateConformance): Promise<Organization> {
    const { id } = organization;
    return this.unitOfWork.run(async (change) => {
      const { tx } = change;
      const { changed } = await changeSettings(
        change,
        organization,
        'organization.settings_updated',
        async (current) => {
          await requireConformance(tx, id, current, body);
          return {
            ...pickDefined(body, 'auditFrequency', 'legalDisclaimer', 'timeZone'),
            ...changedConformance(current, body),
          };
        },
      );
      if (changed) {
        const products = await tx.find(Product, { where: { organizationId: id }, select: { id: true } });
        change.regradeAfterwards(...products.map((product) => ({ organizationId: id, id: product.id })));
      }
      return withLegalDisclaimer(tx, await tx.findOneByOrFail(Organization, { id }));
    });
  }

  async switchModule(organization: Organization, module: ModuleName, enabled: boolean): Promise<ModuleName[]> {
    if (!enabled && isRequired(module)) {
      throw new InvalidInput([{ path: '/module', code: 'module_required', message: `${module} cannot be disabled` }]);
    }
    return this.unitOfWork.run(async (change) => {
      const { after } = await changeSettings(change, organization, 'organization.modules_updated', (current) => ({
        enabledModules: switchModule(current.enabledModules, module, enabled),
      }));
      return after.enabledModules;
    });
  }
}
