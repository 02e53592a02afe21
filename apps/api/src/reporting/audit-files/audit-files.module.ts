import { query } from '#libs/database';
import { Module, type OnModuleInit } from '@nestjs/common';
import { AuditsModule } from '../../records/audits/audits.module.js';
import { EvidenceModule } from '../../records/evidence/evidence.module.js';
import { IssuesModule } from '../../records/issues/issues.module.js';
import { Memberships } from '../../accounts/organizations/members/memberships.js';
import { OrganizationsModule } from '../../accounts/organizations/organizations.module.js';
import { AuditExportsController } from './audit-exports.controller.js';
import { AuditImportsController } from './audit-imports.controller.js';
import { AuditImports } from './audit-imports.service.js';
import { FORGET_IMPORTER } from './imports.sql.js';
import { ImportPreviews } from './import-previews.service.js';
import { KeptImportsController } from './kept-imports.controller.js';
import { RunningImports } from './running-imports.service.js';
import { KeptImports } from './kept-imports.service.js';

/** Audits as files. */
@Module({
  imports: [AuditsModule, EvidenceModule, IssuesModule, OrganizationsModule],
  controllers: [AuditExportsController, AuditImportsController, KeptImportsController],
  providers: [AuditImports, ImportPreviews, KeptImports, RunningImports],
})
export class AuditFilesModule implements OnModuleInit {
  constructor(private readonly memberships: Memberships) {}

  onModuleInit(): void {
    this.memberships.onAccountDelete(async ({ tx }, { organizationId, userId }) => {
      await query(tx, FORGET_IMPORTER, [organizationId, userId]);
    });
  }
}
