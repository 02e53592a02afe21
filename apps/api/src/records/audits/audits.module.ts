import { Module, type OnModuleInit } from '@nestjs/common';
import { Memberships } from '../../accounts/organizations/members/memberships.js';
import { OrganizationsModule } from '../../accounts/organizations/organizations.module.js';
import { StandardChanges } from '../../standards/standards/standard-changes.js';
import { StandardsModule } from '../../standards/standards/standards.module.js';
import { AuditsController } from './audits.controller.js';
import { AuditsService } from './audits.service.js';
import { clearStandardOfAudits } from './clear-standard.js';
import { FutureAudits } from './future-audits.js';
import { clearLead, forgetEvaluator } from './people-of-audit.js';
import { ProductAuditsController } from './product-audits.controller.js';

@Module({
  imports: [OrganizationsModule, StandardsModule],
  controllers: [AuditsController, ProductAuditsController],
  providers: [AuditsService, FutureAudits],
  exports: [AuditsService, FutureAudits],
})
export class AuditsModule implements OnModuleInit {
  constructor(
    private readonly standards: StandardChanges,
    private readonly memberships: Memberships,
  ) {}

  onModuleInit(): void {
    this.standards.beforeRemoval.add(clearStandardOfAudits);
    this.memberships.onMembershipEnd(({ tx }, member) => clearLead(tx, member));
    this.memberships.onAccountDelete(({ tx }, person) => forgetEvaluator(tx, person));
  }
}
