import { ConfigModule, Settings } from '#libs/config';
import { databaseOptions } from '#libs/database';
import { ValidationPipe } from '#libs/fields';
import { JobsModule } from '#libs/jobs';
import { StorageModule } from '#libs/storage';
import { type DynamicModule, Module } from '@nestjs/common';
import { APP_PIPE } from '@nestjs/core';
import { TypeOrmModule } from '@nestjs/typeorm';
import { AdmissionModule } from '../admission/admission.module.js';
import { ApiKeysModule } from '../../products/api-keys/api-keys.module.js';
import { AuditFilesModule } from '../../reporting/audit-files/audit-files.module.js';
import { AuditsModule } from '../../records/audits/audits.module.js';
import { ChangesModule } from '../../integrations/changes/changes.module.js';
import { CommentsModule } from '../../records/comments/comments.module.js';
import { EvidenceModule } from '../../records/evidence/evidence.module.js';
import { ConformanceModule } from '../../reporting/conformance/conformance.module.js';
import { EvaluationModule } from '../../findings/evaluation/evaluation.module.js';
import { FeedsModule } from '../../reporting/feeds/feeds.module.js';
import { FindingsModule } from '../../findings/triage/findings.module.js';
import { ReplayModule } from '../../findings/replay/replay.module.js';
import { ScanRunsModule } from '../../findings/scan-runs/scan-runs.module.js';
import { GradingModule } from '../../reporting/grading/grading.module.js';
import { DownloadsModule } from '../downloads/downloads.module.js';
import { HealthModule } from '../health/health.module.js';
import { IdentityModule } from '../../accounts/identity/identity.module.js';
import { IngestModule } from '../../findings/ingest/ingest.module.js';
import { OverviewModule } from '../../reporting/overview/overview.module.js';
import { InsightsModule } from '../../reporting/insights/insights.module.js';
import { IssuesModule } from '../../records/issues/issues.module.js';
import { ThrottlingModule } from '../../platform/limits/throttling.module.js';
import { ReplicaReadsModule } from '../../platform/lists/replica-reads.module.js';
import { MailsModule } from '../../platform/mails/mails.module.js';
import { MeModule } from '../me/me.module.js';
import { MIGRATIONS } from '../../platform/migrations/migrations.js';
import { MonitorsModule } from '../../integrations/monitors/monitors.module.js';
import { NotificationsModule } from '../../integrations/notifications/notifications.module.js';
import { OrganizationsModule } from '../../accounts/organizations/organizations.module.js';
import { QuotasModule } from '../../accounts/organizations/quotas.module.js';
import { PagesModule } from '../../accounts/mail-pages/pages.module.js';
import { PictureFilesModule } from '../../platform/picture-files/picture-files.module.js';
import { PlacesModule } from '../../platform/places/places.module.js';
import { PicturesModule } from '../../accounts/pictures/pictures.module.js';
import { ProvisioningModule } from '../../integrations/provisioning/provisioning.module.js';
import { ProductsModule } from '../../products/products/products.module.js';
import { RetentionModule } from '../retention/retention.module.js';
import { RisksModule } from '../../records/risks/risks.module.js';
import { SavedViewsModule } from '../../reporting/saved-views/saved-views.module.js';
import { SearchModule } from '../../reporting/search/search.module.js';
import { SingleSignOnModule } from '../../accounts/single-sign-on/single-sign-on.module.js';
import { SettingsModule } from '../../products/settings/settings.module.js';
import { StandardsModule } from '../../standards/standards/standards.module.js';
import { TaxonomyModule } from '../../standards/taxonomy/taxonomy.module.js';
import { TestActivitiesModule } from '../../records/test-activities/test-activities.module.js';
import { TrackersModule } from '../../integrations/trackers/trackers.module.js';
import { WebhooksModule } from '../../integrations/webhooks/webhooks.module.js';
import { ThisProcess } from '../../platform/work/this-process.js';
import { WorkModule } from '../../platform/work/work.module.js';
import { Warnings } from './warnings.service.js';
import { ENTITIES } from './entities.js';

/** The application: its modules in the order of their layers. */
@Module({})
export class AppModule {
  static with(settings: Settings, databaseUrl: string, self = new ThisProcess(settings)): DynamicModule {
    return {
      module: AppModule,
      imports: [
        ConfigModule.with(settings),
        TypeOrmModule.forRoot({
          ...databaseOptions({
            url: databaseUrl,
            poolSize: settings.databasePoolSize,
            entities: ENTITIES,
            migrations: MIGRATIONS,
            pooler: settings.databasePooler,
          }),
          retryAttempts: 0,
        }),
        WorkModule.with(self),
        ReplicaReadsModule,
        ThrottlingModule,
        PlacesModule,
        JobsModule,
        StorageModule,
        MailsModule,
        PictureFilesModule,
        IdentityModule,
        TaxonomyModule,
        QuotasModule,
        OrganizationsModule,
        PagesModule.with(settings),
        StandardsModule,
        ProductsModule,
        EvidenceModule,
        CommentsModule,
        PicturesModule,
        SettingsModule,
        SingleSignOnModule,
        ApiKeysModule,
        ProvisioningModule,
        AuditsModule,
        TestActivitiesModule,
        IssuesModule,
        RisksModule,
        FindingsModule,
        ScanRunsModule,
        ReplayModule,
        EvaluationModule,
        AuditFilesModule,
        GradingModule,
        IngestModule,
        FeedsModule,
        InsightsModule,
        OverviewModule,
        SearchModule,
        ChangesModule,
        TrackersModule,
        WebhooksModule,
        NotificationsModule,
        MonitorsModule,
        SavedViewsModule,
        ConformanceModule,
        MeModule,
        AdmissionModule,
        HealthModule,
        DownloadsModule,
        RetentionModule,
      ],
      providers: [{ provide: APP_PIPE, useClass: ValidationPipe }, Warnings],
    };
  }
}
