import { Controller, HttpCode, Param, Post } from '@nestjs/common';
import { CurrentProduct } from '../../../platform/http/current.js';
import { Endpoint, RequireModule, Resource, SessionOnly } from '../../../platform/http/endpoint.js';
import { RecordId } from '../../../platform/http/record-number.pipe.js';
import { Product } from '../../../products/products/product.entity.js';
import { TrackerPeopleProposal } from './people.dto.js';
import { TrackerPeople } from './people.service.js';

/** Who is who in a tracker. */
@SessionOnly()
@RequireModule('issues')
@Resource('trackerConnections')
@Controller('v1/organizations/:orgId/products/:productSlug/tracker-connections/:connectionId/people')
export class TrackerPeopleController {
  constructor(private readonly people: TrackerPeople) {}

  @Post('propose')
  @HttpCode(200)
  @Endpoint({
    summary: 'Suggest pairs of members and tracker accounts with the same email address',
    description:
      'Only verified addresses of members are used. They are not sent to the tracker, and the suggestions are not stored; set `people` of the connection to apply them.',
    access: 'admin',
    returns: TrackerPeopleProposal,
    refuses: { 404: ['not_found'] },
  })
  proposePeople(
    @CurrentProduct() product: Product,
    @Param('connectionId', RecordId) connectionId: string,
  ): Promise<TrackerPeopleProposal> {
    return this.people.propose(product, connectionId);
  }
}
