import { Body, Controller, Delete, Get, Param, Patch, Post } from '@nestjs/common';
import { CurrentOrganization, CurrentPrincipal, type Principal } from '../../platform/http/current.js';
import { Endpoint, RequireModule, Resource } from '../../platform/http/endpoint.js';
import { withRevision } from '../../platform/http/entity-tag.js';
import { RecordId } from '../../platform/http/record-number.pipe.js';
import { Organization } from '../../accounts/organizations/organization.entity.js';
import { withCurrentOnConflict } from '../../platform/work/check-if-match.js';
import {
  CreateSavedView,
  SavedViewDto,
  SavedViewEnvelope,
  SavedViewList,
  UpdateSavedView,
} from './dto/saved-view.dto.js';
import type { SavedView } from './saved-view.entity.js';
import { SavedViewsService } from './saved-views.service.js';

/** The views of lists that members keep. */
@RequireModule('core')
@Resource('savedViews')
@Controller('v1/organizations/:orgId/saved-views')
export class SavedViewsController {
  constructor(private readonly views: SavedViewsService) {}

  @Get()
  @Endpoint({ summary: 'List your saved views and shared ones', access: 'member', returns: SavedViewList })
  async list(
    @CurrentOrganization() organization: Organization,
    @CurrentPrincipal() principal: Principal,
  ): Promise<SavedViewList> {
    return { savedViews: (await this.views.list(organization, principal)).map(SavedViewDto.from) };
  }

  @Post()
  @Endpoint({
    summary: 'Save the filters and the order of a list',
    access: 'member',
    returns: SavedViewEnvelope,
    created: true,
    refuses: { 409: ['limit_reached'] },
  })
  async create(
    @CurrentOrganization() organization: Organization,
    @CurrentPrincipal() principal: Principal,
    @Body() body: CreateSavedView,
  ): Promise<SavedViewEnvelope> {
    return envelope(await this.views.create(organization, principal, body));
  }

  @Patch(':viewId')
  @Endpoint({
    summary: 'Change a saved view: your own, or as an admin a shared one',
    guarded: true,
    access: 'member',
    returns: SavedViewEnvelope,
    refuses: { 403: ['role_too_low'], 404: ['not_found'] },
  })
  async update(
    @CurrentOrganization() organization: Organization,
    @CurrentPrincipal() principal: Principal,
    @Param('viewId', RecordId) id: string,
    @Body() body: UpdateSavedView,
  ): Promise<SavedViewEnvelope> {
    return withCurrentOnConflict(this.views.update(organization, principal, id, body).then(envelope), () =>
      this.present(organization, principal, id),
    );
  }

  @Delete(':viewId')
  @Endpoint({
    summary: 'Delete a saved view: your own, or as an admin a shared one',
    guarded: true,
    access: 'member',
    refuses: { 403: ['role_too_low'], 404: ['not_found'] },
  })
  async delete(
    @CurrentOrganization() organization: Organization,
    @CurrentPrincipal() principal: Principal,
    @Param('viewId', RecordId) id: string,
  ): Promise<void> {
    await withCurrentOnConflict(this.views.delete(organization, principal, id), () =>
      this.present(organization, principal, id),
    );
  }

  private async present(organization: Organization, principal: Principal, id: string): Promise<SavedViewEnvelope> {
    return envelope(await this.views.read(organization, principal, id));
  }
}

const envelope = (view: SavedView): SavedViewEnvelope => withRevision({ savedView: SavedViewDto.from(view) }, view);
