import { Module } from '@nestjs/common';
import { AreasController } from './areas.controller.js';
import { AreasService } from './areas.service.js';
import { ProductList } from './product-list.js';
import { ProductsController } from './products.controller.js';
import { ProductsService } from './products.service.js';

/** Products and their areas. */
@Module({
  controllers: [ProductsController, AreasController],
  providers: [ProductsService, ProductList, AreasService],
  exports: [ProductsService],
})
export class ProductsModule {}
