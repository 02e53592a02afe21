import { Body, Controller, Param, Post } from '@nestjs/common';
import { CurrentPrincipal, CurrentProduct, type Principal } from '../../../platform/http/current.js';
import { Endpoint, RequireModule, Resource } from '../../../platform/http/endpoint.js';
import { RecordNumber } from '../../../platform/http/record-number.pipe.js';
import { Product } from '../../../products/products/product.entity.js';
import { IssueEnvelope } from '../dto/issue.dto.js';
import { issueEnvelope } from '../issue-envelope.js';
import { ExtendIssue } from './dto/deadlines.dto.js';
import { ExtensionsService } from './extensions.service.js';

/** Issues that are accepted until a later date. */
@RequireModule('issues')
@Resource('issues')
@Controller('v1/organizations/:orgId/products/:productSlug/issues/:issueNumber/extension')
export class ExtensionsController {
  constructor(private readonly extensions: ExtensionsService) {}

  @Post()
  @Endpoint({ summary: 'Accept an issue until a later date', access: 'admin', returns: IssueEnvelope })
  async extend(
    @CurrentProduct() product: Product,
    @CurrentPrincipal() { userId }: Principal,
    @Param('issueNumber', RecordNumber) number: number,
    @Body() body: ExtendIssue,
  ): Promise<IssueEnvelope> {
    return issueEnvelope(await this.extensions.extend(product, number, body, userId), userId);
  }
}
