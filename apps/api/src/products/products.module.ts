import { Module, type OnModuleInit } from '@nestjs/common';
import { Memberships } from '../organizations/members/memberships.js';
import { OrganizationsModule } from '../organizations/organizations.module.js';
import { StandardChanges } from '../standards/standard-changes.js';
import { StandardsModule } from '../standards/standards.module.js';
import { clearStandardOfProducts, regradeProductsUsing } from './products-using-standard.js';
import { AreasController } from './areas.controller.js';
import { AreasService } from './areas.service.js';
import { clearResponsiblePerson } from './clear-person.js';
import { Product } from './product.entity.js';
import { ProductLister } from './product-lister.js';
import { ProductRequirementsController } from './product-requirements.controller.js';
import { ProductRequirementsService } from './product-requirements.service.js';
import { ProductsController } from './products.controller.js';
import { ProductsService } from './products.service.js';

/** Products and their areas. */
@Module({
  imports: [OrganizationsModule, StandardsModule],
  controllers: [ProductsController, ProductRequirementsController, AreasController],
  providers: [ProductsService, ProductRequirementsService, ProductLister, AreasService],
  exports: [AreasService, ProductsService],
})
export class ProductsModule implements OnModuleInit {
  constructor(
    private readonly standards: StandardChanges,
    private readonly memberships: Memberships,
  ) {}

  onModuleInit(): void {
    this.memberships.onMembershipEnd(({ tx }, member) => clearResponsiblePerson(tx, member));
    // References to the organization's own standards must be deleted before the standards.
    this.memberships.onOrganizationDelete(async ({ tx }, organizationId) => {
      await tx.delete(Product, { organizationId });
    });
    this.standards.onChange(regradeProductsUsing);
    this.standards.beforeRemoval.add(clearStandardOfProducts);
  }
}
