import { query } from '#libs/database';
import { Module, type OnModuleInit } from '@nestjs/common';
import { Memberships } from '../../accounts/organizations/members/memberships.js';
import { OrganizationsModule } from '../../accounts/organizations/organizations.module.js';
import { FORGET_AUTHOR, FORGET_MENTIONED, FORGET_MENTIONED_BEFORE, FORGET_TRACKER_NAME } from './comments.sql.js';
import { CommentsFromTrackers } from './comments-from-trackers.service.js';
import { CommentsService } from './comments.service.js';
import { Mentions } from './mentions.service.js';
import { TimelineService } from './timeline.service.js';

/**
 * What people say about records. The module of each kind of records has its endpoints, made by `commentsController`.
 */
@Module({
  imports: [OrganizationsModule],
  providers: [CommentsFromTrackers, CommentsService, Mentions, TimelineService],
  exports: [CommentsFromTrackers, CommentsService, Mentions, TimelineService],
})
export class CommentsModule implements OnModuleInit {
  constructor(private readonly memberships: Memberships) {}

  onModuleInit(): void {
    this.memberships.onAccountDelete(async ({ tx }, { organizationId, userId }) => {
      for (const statement of [FORGET_AUTHOR, FORGET_TRACKER_NAME, FORGET_MENTIONED, FORGET_MENTIONED_BEFORE])
        await query(tx, statement, [organizationId, userId]);
    });
  }
}
