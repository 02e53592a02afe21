import { Module, type OnModuleInit } from '@nestjs/common';
import { AccountHookRegistry } from '../identity/leaving/account-hooks.js';
import { IdentityModule } from '../identity/identity.module.js';
import { IssuesModule } from '../issues/issues.module.js';
import { IssuesService } from '../issues/issues.service.js';
import { BulkRisksService } from './bulk-risks.service.js';
import { clearCreator, clearIssues } from './clear-references.js';
import { MaterializeService } from './materialize.service.js';
import { ProductRisksController } from './product-risks.controller.js';
import { RisksController } from './risks.controller.js';
import { RisksService } from './risks.service.js';

@Module({
  imports: [IdentityModule, IssuesModule],
  controllers: [RisksController, ProductRisksController],
  providers: [RisksService, MaterializeService, BulkRisksService],
})
export class RisksModule implements OnModuleInit {
  constructor(
    private readonly issues: IssuesService,
    private readonly accountHooks: AccountHookRegistry,
  ) {}

  onModuleInit(): void {
    this.accountHooks.register({ beforeDelete: ({ tx }, { id }) => clearCreator(tx, id) });
    this.issues.beforeRemoval.add(({ tx }, issues) => clearIssues(tx, issues));
  }
}
