import { Body, Controller, Delete, Get, Param, Patch, Post, Query, type Type } from '@nestjs/common';
import { CurrentOrganization, CurrentPrincipal, CurrentProduct, type Principal } from '../../platform/http/current.js';
import { Endpoint, RequireModule, Resource } from '../../platform/http/endpoint.js';
import { withRevision } from '../../platform/http/entity-tag.js';
import { RecordId } from '../../platform/http/record-number.pipe.js';
import { Pagination } from '../../platform/lists/pagination.js';
import type { Organization } from '../../accounts/organizations/organization.entity.js';
import { Product } from '../../products/products/product.entity.js';
import { withCurrentOnConflict } from '../../platform/work/check-if-match.js';
import type { Commented } from './commented.js';
import { type CommentsOf, CommentsService } from './comments.service.js';
import {
  CommentDto,
  CommentEnvelope,
  CommentPage,
  CommentVersionList,
  CreateComment,
  ListCommentsQuery,
  UpdateComment,
} from './dto/comment.dto.js';
import { TimelinePage, TimelineQuery } from './dto/timeline.dto.js';
import type { ShownComment } from './shown-comment.js';
import { TimelineService } from './timeline.service.js';

const ARCHIVED = 'product_archived';
const GONE = 'comment_deleted';

/** The endpoints of what is said about records of a kind, and of their timelines. */
export function commentsController<Key extends string | number>(commented: Commented<Key>): Type {
  // Keys are those that its own pipe makes.
  const of = commented as unknown as Commented;
  const key = /:(\w+)$/.exec(of.path)![1]!;
  const where = (product: Product, value: string | number): CommentsOf => ({ of, product, key: value });

  @RequireModule(of.module)
  @Resource(of.resource)
  @Controller(`v1/organizations/:orgId/products/:productSlug/${of.path}`)
  class CommentsController {
    constructor(
      private readonly comments: CommentsService,
      private readonly timelines: TimelineService,
    ) {}

    @Get('comments')
    @Endpoint({ summary: `List the comments on ${of.a}`, access: 'member', returns: CommentPage })
    async listComments(
      @CurrentProduct() product: Product,
      @Param(key, of.key) value: string | number,
      @Query() query: ListCommentsQuery,
    ): Promise<CommentPage> {
      const page = await this.comments.list(where(product, value), query);
      return { comments: page.items.map(CommentDto.from), pagination: Pagination.of(page) };
    }

    @Post('comments')
    @Endpoint({
      summary: `Comment on ${of.a}`,
      access: 'member',
      returns: CommentEnvelope,
      created: ({ comment }: CommentEnvelope) => comment.id,
      refuses: { 409: [ARCHIVED] },
    })
    async createComment(
      @CurrentProduct() product: Product,
      @CurrentPrincipal() caller: Principal,
      @Param(key, of.key) value: string | number,
      @Body() body: CreateComment,
    ): Promise<CommentEnvelope> {
      return envelope(await this.comments.create(where(product, value), caller, body));
    }

    @Get('comments/:commentId')
    @Endpoint({ summary: `Read a comment on ${of.a}`, access: 'member', returns: CommentEnvelope })
    async readComment(
      @CurrentProduct() product: Product,
      @Param(key, of.key) value: string | number,
      @Param('commentId', RecordId) id: string,
    ): Promise<CommentEnvelope> {
      return envelope(await this.comments.read(where(product, value), id));
    }

    @Patch('comments/:commentId')
    @Endpoint({
      summary: `Edit one of your comments on ${of.a}`,
      description: 'The earlier version is kept.',
      guarded: true,
      access: 'member',
      returns: CommentEnvelope,
      refuses: { 403: ['not_author'], 409: [ARCHIVED, GONE] },
    })
    async updateComment(
      @CurrentProduct() product: Product,
      @CurrentPrincipal() caller: Principal,
      @Param(key, of.key) value: string | number,
      @Param('commentId', RecordId) id: string,
      @Body() body: UpdateComment,
    ): Promise<CommentEnvelope> {
      const at = where(product, value);
      return withCurrentOnConflict(this.comments.update(at, caller, id, body).then(envelope), async () =>
        envelope(await this.comments.read(at, id)),
      );
    }

    @Delete('comments/:commentId')
    @Endpoint({
      summary: `Delete a comment on ${of.a}: your own, or as an admin any comment`,
      description: 'A placeholder remains, without text and author.',
      guarded: true,
      access: 'member',
      refuses: { 403: ['role_too_low'], 409: [ARCHIVED, GONE] },
    })
    async deleteComment(
      @CurrentProduct() product: Product,
      @CurrentPrincipal() caller: Principal,
      @Param(key, of.key) value: string | number,
      @Param('commentId', RecordId) id: string,
    ): Promise<void> {
      const at = where(product, value);
      await withCurrentOnConflict(this.comments.delete(at, caller, id), async () =>
        envelope(await this.comments.read(at, id)),
      );
    }

    @Get('comments/:commentId/versions')
    @Endpoint({
      summary: `List the earlier versions of a comment on ${of.a}`,
      access: 'member',
      returns: CommentVersionList,
    })
    async listCommentVersions(
      @CurrentProduct() product: Product,
      @Param(key, of.key) value: string | number,
      @Param('commentId', RecordId) id: string,
    ): Promise<CommentVersionList> {
      return { versions: await this.comments.versions(where(product, value), id) };
    }

    @Get('timeline')
    @Endpoint({
      summary: `Read the comments on ${of.a} and its changes in chronological order`,
      description: 'Without the changes if the change log is disabled. Bulk changes appear in the change log only.',
      access: 'member',
      returns: TimelinePage,
    })
    async readTimeline(
      @CurrentOrganization() organization: Organization,
      @CurrentProduct() product: Product,
      @Param(key, of.key) value: string | number,
      @Query() query: TimelineQuery,
    ): Promise<TimelinePage> {
      return this.timelines.read(organization, where(product, value), query);
    }
  }
  return CommentsController;
}

const envelope = (shown: ShownComment): CommentEnvelope =>
  withRevision({ comment: CommentDto.from(shown) }, shown.comment);
