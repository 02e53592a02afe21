import { Module, type OnModuleInit } from '@nestjs/common';
import { Memberships } from '../../accounts/organizations/members/memberships.js';
import { TeamsService } from '../../accounts/organizations/teams/teams.service.js';
import { OrganizationsModule } from '../../accounts/organizations/organizations.module.js';
import { StandardChanges } from '../../standards/standards/standard-changes.js';
import { StandardsModule } from '../../standards/standards/standards.module.js';
import { clearStandardOfProducts, regradeProductsUsing } from './products-using-standard.js';
import { AreasController } from './areas.controller.js';
import { AreasService } from './areas.service.js';
import { clearResponsiblePerson, clearTeamOfProducts } from './clear-people.js';
import { Product } from './product.entity.js';
import { ProductRequirementsController } from './product-requirements.controller.js';
import { ProductRequirementsService } from './product-requirements.service.js';
import { ProductsController } from './products.controller.js';
import { ProductsService } from './products.service.js';

/** Products and their areas. */
@Module({
  imports: [OrganizationsModule, StandardsModule],
  controllers: [ProductsController, ProductRequirementsController, AreasController],
  providers: [ProductsService, ProductRequirementsService, AreasService],
  exports: [AreasService, ProductsService],
})
export class ProductsModule implements OnModuleInit {
  constructor(
    private readonly standards: StandardChanges,
    private readonly memberships: Memberships,
    private readonly teams: TeamsService,
    private readonly products: ProductsService,
  ) {}

  onModuleInit(): void {
    this.memberships.onMembershipEnd(({ tx }, member) => clearResponsiblePerson(tx, member));
    this.teams.beforeRemoval.add(({ tx }, team) => clearTeamOfProducts(tx, team));
    // References to the organization's own standards must be deleted before the standards.
    this.memberships.onOrganizationDelete(async (change, organizationId) => {
      await this.products.beforeAllRemoved.run(change, organizationId);
      await change.tx.delete(Product, { organizationId });
    });
    this.standards.onChange(regradeProductsUsing);
    this.standards.beforeRemoval.add(clearStandardOfProducts);
  }
}
