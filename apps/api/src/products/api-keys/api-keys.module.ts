import { Module } from '@nestjs/common';
import { IdentityModule } from '../../accounts/identity/identity.module.js';
import { OrganizationsModule } from '../../accounts/organizations/organizations.module.js';
import { ProductsModule } from '../products/products.module.js';
import { ApiKeysController } from './api-keys.controller.js';
import { ApiKeysService } from './api-keys.service.js';
import { OwnKeyController } from './own-key.controller.js';
import { Revocations } from './revocations.service.js';
import { Suspensions } from './suspensions.service.js';
import { ExchangeController } from './trusted-publishing/exchange.controller.js';
import { ExchangeService } from './trusted-publishing/exchange.service.js';
import { TrustedPublishersController } from './trusted-publishing/publishers.controller.js';
import { PublishersService } from './trusted-publishing/publishers.service.js';
import { TrustedIssuers } from './trusted-publishing/trusted-issuers.js';

@Module({
  imports: [IdentityModule, OrganizationsModule, ProductsModule],
  controllers: [ApiKeysController, OwnKeyController, TrustedPublishersController, ExchangeController],
  providers: [ApiKeysService, Revocations, Suspensions, PublishersService, ExchangeService, TrustedIssuers],
})
export class ApiKeysModule {}
