import { ConfigModule, Settings } from '#libs/config';
import { databaseOptions } from '#libs/database';
import { ValidationPipe } from '#libs/fields';
import { JobsModule } from '#libs/jobs';
import { StorageModule } from '#libs/storage';
import { type DynamicModule, Module } from '@nestjs/common';
import { APP_PIPE } from '@nestjs/core';
import { TypeOrmModule } from '@nestjs/typeorm';
import { AdmissionModule } from '../admission/admission.module.js';
import { ApiKeysModule } from '../api-keys/api-keys.module.js';
import { AuditFilesModule } from '../audit-files/audit-files.module.js';
import { AuditsModule } from '../audits/audits.module.js';
import { ChangesModule } from '../changes/changes.module.js';
import { CommentsModule } from '../comments/comments.module.js';
import { EvidenceModule } from '../evidence/evidence.module.js';
import { ConformanceModule } from '../conformance/conformance.module.js';
import { EvaluationModule } from '../evaluation/evaluation.module.js';
import { FeedsModule } from '../feeds/feeds.module.js';
import { FindingsModule } from '../findings/findings.module.js';
import { ReplayModule } from '../replay/replay.module.js';
import { ScanRunsModule } from '../scan-runs/scan-runs.module.js';
import { GradingModule } from '../grading/grading.module.js';
import { DownloadsModule } from '../downloads/downloads.module.js';
import { HealthModule } from '../health/health.module.js';
import { IdentityModule } from '../identity/identity.module.js';
import { IngestModule } from '../ingest/ingest.module.js';
import { OverviewModule } from '../overview/overview.module.js';
import { InsightsModule } from '../insights/insights.module.js';
import { IssuesModule } from '../issues/issues.module.js';
import { ThrottlingModule } from '../limits/throttling.module.js';
import { ReplicaReadsModule } from '../lists/replica-reads.module.js';
import { MailsModule } from '../mails/mails.module.js';
import { MeModule } from '../me/me.module.js';
import { MIGRATIONS } from '../migrations/migrations.js';
import { MonitorsModule } from '../monitors/monitors.module.js';
import { NotificationsModule } from '../notifications/notifications.module.js';
import { OrganizationsModule } from '../organizations/organizations.module.js';
import { QuotasModule } from '../organizations/quotas.module.js';
import { PagesModule } from '../pages/pages.module.js';
import { PictureFilesModule } from '../picture-files/picture-files.module.js';
import { PlacesModule } from '../places/places.module.js';
import { PicturesModule } from '../pictures/pictures.module.js';
import { ProvisioningModule } from '../provisioning/provisioning.module.js';
import { ProductsModule } from '../products/products.module.js';
import { RetentionModule } from '../retention/retention.module.js';
import { RisksModule } from '../risks/risks.module.js';
import { SavedViewsModule } from '../saved-views/saved-views.module.js';
import { SearchModule } from '../search/search.module.js';
import { SingleSignOnModule } from '../single-sign-on/single-sign-on.module.js';
import { SettingsModule } from '../settings/settings.module.js';
import { StandardsModule } from '../standards/standards.module.js';
import { TaxonomyModule } from '../taxonomy/taxonomy.module.js';
import { TestActivitiesModule } from '../test-activities/test-activities.module.js';
import { TrackersModule } from '../trackers/trackers.module.js';
import { WebhooksModule } from '../webhooks/webhooks.module.js';
import { ThisProcess } from '../work/this-process.js';
import { WorkModule } from '../work/work.module.js';
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
