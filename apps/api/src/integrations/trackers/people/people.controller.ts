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
    summary: 'Propose which members are which accounts of a tracker, by the mail addresses that it shows',
    description:
      'Of members only addresses count that they have verified; the tracker is told none of them, and nothing is kept: who shall stand for whom is said by `people` of the connection.',
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
