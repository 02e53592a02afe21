import { Controller, Get, Query } from '@nestjs/common';
import { CurrentOrganization } from '../../platform/http/current.js';
import { Endpoint, RequireModule, Resource } from '../../platform/http/endpoint.js';
import { Organization } from '../../accounts/organizations/organization.entity.js';
import { SearchHits, SearchQuery } from './dto/search.dto.js';
import { SearchService } from './search.service.js';

/** Search in everything of an organization. */
@RequireModule('products')
@Resource('search')
@Controller('v1/organizations/:orgId/search')
export class SearchController {
  constructor(private readonly hits: SearchService) {}

  @Get()
  @Endpoint({
    summary: 'Search an organization by number, slug or text; returns the five newest of each kind',
    access: 'member',
    returns: SearchHits,
    refuses: { 400: ['search_too_broad'] },
  })
  async search(@CurrentOrganization() organization: Organization, @Query() { q }: SearchQuery): Promise<SearchHits> {
    return this.hits.search(organization, q);
  }
}
