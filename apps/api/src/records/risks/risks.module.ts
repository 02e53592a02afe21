import { Module, type OnModuleInit } from '@nestjs/common';
import { Memberships } from '../../accounts/organizations/members/memberships.js';
import { OrganizationsModule } from '../../accounts/organizations/organizations.module.js';
import { AreasService } from '../../products/products/areas.service.js';
import { ProductsModule } from '../../products/products/products.module.js';
import { IssuesModule } from '../issues/issues.module.js';
import { IssuesService } from '../issues/issues.service.js';
import { BulkRisksService } from './bulk-risks.service.js';
import { clearCreator, clearIssues, countWithoutArea } from './clear-references.js';
import { MaterializeService } from './materialize.service.js';
import { ProductRisksController } from './product-risks.controller.js';
import { RisksController } from './risks.controller.js';
import { RisksService } from './risks.service.js';

@Module({
  imports: [OrganizationsModule, ProductsModule, IssuesModule],
  controllers: [RisksController, ProductRisksController],
  providers: [RisksService, MaterializeService, BulkRisksService],
})
export class RisksModule implements OnModuleInit {
  constructor(
    private readonly areas: AreasService,
    private readonly issues: IssuesService,
    private readonly memberships: Memberships,
  ) {}

  onModuleInit(): void {
    this.memberships.onAccountDelete(({ tx }, person) => clearCreator(tx, person));
    this.areas.beforeRemoval.add(({ tx }, area) => countWithoutArea(tx, area));
    this.issues.beforeRemoval.add(({ tx }, issues) => clearIssues(tx, issues));
  }
}
