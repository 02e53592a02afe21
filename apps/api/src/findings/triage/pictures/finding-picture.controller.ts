import { Controller, Get, Param, Res } from '@nestjs/common';
import type { Response } from 'express';
import { EvidenceFiles } from '../../../records/evidence/evidence-files.service.js';
import { sendEvidence } from '../../../records/evidence/send-evidence.js';
import { CurrentProduct } from '../../../platform/http/current.js';
import { Endpoint, RequireModule, Resource } from '../../../platform/http/endpoint.js';
import { RecordId } from '../../../platform/http/record-number.pipe.js';
import { Product } from '../../../products/products/product.entity.js';
import { FindingPictures, PICTURE_TYPE } from './finding-pictures.service.js';

/** The pictures of findings. */
@RequireModule('testing')
@Resource('findings')
@Controller('v1/organizations/:orgId/products/:productSlug/findings')
export class FindingPictureController {
  constructor(
    private readonly pictures: FindingPictures,
    private readonly files: EvidenceFiles,
  ) {}

  @Get(':findingId/picture')
  @Endpoint({
    summary: 'Read the latest screenshot of a finding',
    description: 'Its path and text alternative are in `picture` of the finding.',
    access: 'member',
    produces: PICTURE_TYPE,
  })
  async readPicture(
    @CurrentProduct() product: Product,
    @Param('findingId', RecordId) id: string,
    @Res() response: Response,
  ): Promise<void> {
    const picture = await this.pictures.read(product, id);
    await sendEvidence(this.files, { ...picture, mediaType: PICTURE_TYPE }, undefined, response);
  }
}
