import { query } from '#libs/database';
import { Module, type OnModuleInit } from '@nestjs/common';
import { FindingsModule } from '../../findings/triage/findings.module.js';
import { IdentityModule } from '../../accounts/identity/identity.module.js';
import { IngestModule } from '../../findings/ingest/ingest.module.js';
import { OrganizationsModule } from '../../accounts/organizations/organizations.module.js';
import { AreasService } from '../../products/products/areas.service.js';
import { ProductsModule } from '../../products/products/products.module.js';
import { AgentWorkController } from './agents/agent-work.controller.js';
import { AgentGuard } from './agents/agent.guard.js';
import { KnownAgents } from './agents/known-agents.service.js';
import { AgentWork } from './agents/agent-work.service.js';
import { AgentsController } from './agents/agents.controller.js';
import { AgentsService } from './agents/agents.service.js';
import { Claims } from './agents/claims.service.js';
import { BulkInventoryService } from './inventory/bulk-inventory.service.js';
import { ImportPages } from './inventory/import-pages.service.js';
import { PageInsightsController } from './insights/page-insights.controller.js';
import { PageInsightsService } from './insights/page-insights.service.js';
import { InventoryController } from './inventory/inventory.controller.js';
import { CLEAR_AREA } from './inventory/inventory.sql.js';
import { InventoryService } from './inventory/inventory.service.js';
import { MonitorsController } from './monitors.controller.js';
import { MonitorsService } from './monitors.service.js';
import { CancelRuns } from './runs/cancel-runs.service.js';
import { DueMonitors } from './runs/due-monitors.service.js';
import { SecretsController } from './secrets/secrets.controller.js';
import { MonitorSecrets } from './secrets/secrets.service.js';
import { SecretsOfRuns } from './secrets/secrets-of-runs.service.js';
import { ReportRuns } from './runs/report-runs.service.js';
import { RunsController } from './runs/runs.controller.js';
import { RunsService } from './runs/runs.service.js';

@Module({
  imports: [IdentityModule, OrganizationsModule, ProductsModule, FindingsModule, IngestModule],
  controllers: [
    ...[InventoryController, MonitorsController, RunsController, SecretsController],
    ...[AgentsController, AgentWorkController, PageInsightsController],
  ],
  providers: [
    ...[InventoryService, BulkInventoryService, ImportPages],
    ...[MonitorsService, RunsService, CancelRuns, DueMonitors, ReportRuns],
    ...[MonitorSecrets, SecretsOfRuns, PageInsightsService],
    ...[AgentsService, KnownAgents, AgentGuard, Claims, AgentWork],
  ],
})
export class MonitorsModule implements OnModuleInit {
  constructor(private readonly areas: AreasService) {}

  onModuleInit(): void {
    this.areas.beforeRemoval.add(({ tx }, { organizationId, id }) => query(tx, CLEAR_AREA, [organizationId, id]));
  }
}
