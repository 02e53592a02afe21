import { join } from 'node:path';
import { clock } from '#libs/clock';
import { Settings } from '#libs/config';
import { DAY_MS } from '#libs/dates';
import { query } from '#libs/database';
import { Jobs } from '#libs/jobs';
import { Module, type OnModuleInit } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { DataSource } from 'typeorm';
import { UNDER_WAY } from '../../platform/http/upload.interceptor.js';
import { removeAbandoned } from '../../platform/http/upload.js';
import { Memberships } from '../../accounts/organizations/members/memberships.js';
import { OrganizationsModule } from '../../accounts/organizations/organizations.module.js';
import { ProductsModule } from '../../products/products/products.module.js';
import { ProductsService } from '../../products/products/products.service.js';
import { EvidenceController } from './evidence.controller.js';
import { EvidenceFiles } from './evidence-files.service.js';
import { EvidenceOfRecords } from './evidence-of.controller.js';
import { EvidenceService } from './evidence.service.js';
import { DELETE_UNUSED, FORGET_UPLOADER, IDS_OF_ORGANIZATION, IDS_OF_PRODUCT } from './evidence.sql.js';

/** Files that show what records say. The module of each kind of records says which it has. */
@Module({
  imports: [OrganizationsModule, ProductsModule],
  controllers: [EvidenceController],
  providers: [EvidenceService, EvidenceFiles, EvidenceOfRecords],
  exports: [EvidenceService, EvidenceFiles, EvidenceOfRecords],
})
export class EvidenceModule implements OnModuleInit {
  constructor(
    @InjectDataSource() private readonly database: DataSource,
    private readonly jobs: Jobs,
    private readonly products: ProductsService,
    private readonly memberships: Memberships,
    private readonly files: EvidenceFiles,
    private readonly settings: Settings,
  ) {}

  async onModuleInit(): Promise<void> {
    await removeAbandoned(join(this.settings.dataDir, UNDER_WAY), clock.ago(DAY_MS));
    this.products.beforeRemoval.add(async ({ tx }, { organizationId, id }) =>
      this.files.removeAfterwards(tx, await query(tx, IDS_OF_PRODUCT, [organizationId, id])),
    );
    this.products.beforeAllRemoved.add(async ({ tx }, organizationId) =>
      this.files.removeAfterwards(tx, await query(tx, IDS_OF_ORGANIZATION, [organizationId])),
    );
    this.memberships.onAccountDelete(({ tx }, { organizationId, userId }) =>
      query(tx, FORGET_UPLOADER, [organizationId, userId]).then(() => undefined),
    );
    this.jobs.schedule('29 * * * *', 'end_unused_evidence', () => this.endUnused(clock.ago(DAY_MS)));
  }

  private async endUnused(before: Date): Promise<void> {
    for (;;) {
      const ended = await this.database.transaction(async (tx) => {
        const rows = await query(tx, DELETE_UNUSED, [before]);
        await this.files.removeAfterwards(tx, rows);
        return rows.length;
      });
      if (ended === 0) return;
    }
  }
}
