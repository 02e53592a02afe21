import { Body, Controller, Get, HttpCode, Post, Put } from '@nestjs/common';
import { CurrentProduct } from '../../../platform/http/current.js';
import { Endpoint, RequireModule, Resource } from '../../../platform/http/endpoint.js';
import { withRevision } from '../../../platform/http/entity-tag.js';
import { Product } from '../../../products/products/product.entity.js';
import { withCurrentOnConflict } from '../../../platform/work/check-if-match.js';
import {
  OwnershipPreview,
  OwnershipRuleList,
  PreviewOwnershipRules,
  ReplaceOwnershipRules,
} from './dto/ownership.dto.js';
import { OwnershipRulesService } from './ownership-rules.service.js';
import type { ShownRules } from './rules-given.js';

/** Whose the issues are that are made from findings of a product. */
@RequireModule('issues')
@Resource('ownershipRules')
@Controller('v1/organizations/:orgId/products/:productSlug/ownership-rules')
export class OwnershipRulesController {
  constructor(private readonly ownership: OwnershipRulesService) {}

  @Get()
  @Endpoint({
    summary: 'Read the ownership rules of a product',
    access: 'member',
    returns: OwnershipRuleList,
  })
  async read(@CurrentProduct() product: Product): Promise<OwnershipRuleList> {
    return answer(await this.ownership.read(product));
  }

  @Put()
  @Endpoint({
    summary: 'Replace the ownership rules of a product',
    description: 'For new issues created from findings without an explicit assignee.',
    guarded: true,
    access: 'admin',
    returns: OwnershipRuleList,
    refuses: { 409: ['product_archived'] },
  })
  async replace(
    @CurrentProduct() product: Product,
    @Body() { rules }: ReplaceOwnershipRules,
  ): Promise<OwnershipRuleList> {
    return answer(
      await withCurrentOnConflict(this.ownership.replace(product, rules), async () =>
        answer(await this.ownership.read(product)),
      ),
    );
  }

  @Post('preview')
  @HttpCode(200)
  @Endpoint({
    summary: 'Test ownership rules on the open findings of a product, without storing them',
    access: 'admin',
    returns: OwnershipPreview,
  })
  async preview(@CurrentProduct() product: Product, @Body() body: PreviewOwnershipRules): Promise<OwnershipPreview> {
    return this.ownership.preview(product, body.rules);
  }
}

const answer = ({ rules, revision }: ShownRules): OwnershipRuleList => withRevision({ rules }, { revision });
