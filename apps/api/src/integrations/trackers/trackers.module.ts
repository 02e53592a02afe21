import { query } from '#libs/database';
import { Module, type OnModuleInit } from '@nestjs/common';
import { CommentsModule } from '../../records/comments/comments.module.js';
import { IdentityModule } from '../../accounts/identity/identity.module.js';
import { BulkIssuesService } from '../../records/issues/bulk-issues.service.js';
import { IssuesModule } from '../../records/issues/issues.module.js';
import { IssuesService } from '../../records/issues/issues.service.js';
import { Memberships } from '../../accounts/organizations/members/memberships.js';
import { OrganizationsModule } from '../../accounts/organizations/organizations.module.js';
import { ConnectionSuspensions } from './connections/connection-suspensions.service.js';
import { ConnectionsController } from './connections/connections.controller.js';
import { ConnectionsService } from './connections/connections.service.js';
import { FORGET_PERSON } from './connections/connections.sql.js';
import { Trackers } from './connections/trackers.service.js';
import { DifferencesController } from './differences/differences.controller.js';
import { DifferencesService } from './differences/differences.service.js';
import { TrackerDeliveriesController } from './follow/deliveries.controller.js';
import { TrackerDeliveries } from './follow/deliveries.service.js';
import { PollTrackers } from './follow/poll-trackers.service.js';
import { ImportController } from './import/import.controller.js';
import { TrackerImports } from './import/imports.service.js';
import { LinksController } from './links/links.controller.js';
import { LinksService } from './links/links.service.js';
import { TRACKER_OF_ISSUE } from './links/tracker-of-issue.js';
import { TrackerPeopleController } from './people/people.controller.js';
import { TrackerPeople } from './people/people.service.js';
import { ApplyChanges } from './sync/apply-changes.service.js';
import { SyncIssues } from './sync/sync-issues.service.js';
import { WatchIssues } from './sync/watch-issues.service.js';

@Module({
  imports: [CommentsModule, IdentityModule, IssuesModule, OrganizationsModule],
  controllers: [
    ConnectionsController,
    LinksController,
    DifferencesController,
    ImportController,
    TrackerPeopleController,
    TrackerDeliveriesController,
  ],
  providers: [
    ...[ConnectionSuspensions, ConnectionsService, Trackers],
    ...[LinksService, DifferencesService, TrackerImports, ApplyChanges, SyncIssues, WatchIssues],
    ...[TrackerDeliveries, PollTrackers, TrackerPeople],
  ],
})
export class TrackersModule implements OnModuleInit {
  constructor(
    private readonly issues: IssuesService,
    private readonly bulk: BulkIssuesService,
    private readonly memberships: Memberships,
    private readonly links: LinksService,
  ) {}

  onModuleInit(): void {
    this.issues.registerTracker(TRACKER_OF_ISSUE);
    this.bulk.linkManyBy((...sent) => this.links.linkMany(...sent));
    this.memberships.onMembershipEnd(async ({ tx }, { organizationId, userId }) => {
      await query(tx, FORGET_PERSON, [organizationId, userId]);
    });
  }
}
