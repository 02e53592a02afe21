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
    summary: 'Read whose new issues of a product are',
    access: 'member',
    returns: OwnershipRuleList,
  })
  async read(@CurrentProduct() product: Product): Promise<OwnershipRuleList> {
    return answer(await this.ownership.read(product));
  }

  @Put()
  @Endpoint({
    summary: 'Replace the rules that say whose new issues of a product are',
    description: 'For issues that are made from then on from findings, and to which nobody is assigned otherwise.',
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
    summary: 'Try rules on the findings of a product that are open; nothing is kept',
    access: 'admin',
    returns: OwnershipPreview,
  })
  async preview(@CurrentProduct() product: Product, @Body() body: PreviewOwnershipRules): Promise<OwnershipPreview> {
    return this.ownership.preview(product, body.rules);
  }
}

const answer = ({ rules, revision }: ShownRules): OwnershipRuleList => withRevision({ rules }, { revision });
