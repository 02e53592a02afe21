import { Module, type OnModuleInit } from '@nestjs/common';
import { StandardChanges } from '../standards/standard-changes.js';
import { StandardsModule } from '../standards/standards.module.js';
import { clearStandard, touchThoseUnder } from './answering-to.js';
import { AreasController } from './areas.controller.js';
import { AreasService } from './areas.service.js';
import { ProductList } from './product-list.js';
import { ProductsController } from './products.controller.js';
import { ProductsService } from './products.service.js';

/** Products and their areas. */
@Module({
  imports: [StandardsModule],
  controllers: [ProductsController, AreasController],
  providers: [ProductsService, ProductList, AreasService],
  exports: [ProductsService],
})
export class ProductsModule implements OnModuleInit {
  constructor(private readonly standards: StandardChanges) {}

  onModuleInit(): void {
    this.standards.whenChanged(touchThoseUnder);
    this.standards.beforeRemoval.add(clearStandard);
  }
}
