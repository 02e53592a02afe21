import { Module } from '@nestjs/common';
import { IdentityModule } from '../identity/identity.module.js';
import { OrganizationsModule } from '../organizations/organizations.module.js';
import { ProductsModule } from '../products/products.module.js';
import { ApiKeysController } from './api-keys.controller.js';
import { OwnKeyController } from './own-key.controller.js';
import { ApiKeysService } from './api-keys.service.js';

@Module({
  imports: [IdentityModule, OrganizationsModule, ProductsModule],
  controllers: [ApiKeysController, OwnKeyController],
  providers: [ApiKeysService],
})
export class ApiKeysModule {}
