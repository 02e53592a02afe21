import { Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { DataSource } from 'typeorm';
import { orBuiltIn } from '../../standards/catalogue/built-in.js';
import { effectiveConformance } from '../../standards/catalogue/conformance.js';
import type { Organization } from '../../accounts/organizations/organization.entity.js';
import { RequirementDto } from '../../standards/standards/dto/requirement.dto.js';
import { scopeOf } from '../../standards/standards/in-scope.js';
import { Requirement } from '../../standards/standards/requirement.entity.js';
import { StandardLevel } from '../../standards/standards/standard-level.entity.js';
import { Standard } from '../../standards/standards/standard.entity.js';
import type { ProductRequirementDto } from './dto/product-requirement.dto.js';
import type { Product } from './product.entity.js';

/** What the standard in force asks of a product. */
@Injectable()
export class ProductRequirementsService {
  constructor(@InjectDataSource() private readonly database: DataSource) {}

  /** Three statements. */
  async list(organization: Organization, product: Product): Promise<ProductRequirementDto[]> {
    const { manager } = this.database;
    const { standardId, levelId } = orBuiltIn(effectiveConformance(product, organization));
    const levels = await manager.findBy(StandardLevel, { standardId });
    const standard = await manager.findOneBy(Standard, { id: standardId });
    const requirements = await manager.find(Requirement, {
      where: { standardId },
      order: { sortOrder: 'ASC', id: 'ASC' },
    });
    return requirements.map((requirement) => ({
      ...RequirementDto.from(requirement),
      ...scopeOf({ cumulative: standard?.cumulative ?? false, levels }, levelId, product, requirement),
    }));
  }
}
