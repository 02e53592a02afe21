import { Controller, Get, Param, Post } from '@nestjs/common';
import { CurrentProduct } from '../../platform/http/current.js';
import { Endpoint, RequireModule, Resource } from '../../platform/http/endpoint.js';
import { RecordId } from '../../platform/http/record-number.pipe.js';
import { Product } from '../../products/products/product.entity.js';
import { LineDto, LineEnvelope, LineList } from './dto/line.dto.js';
import { LinesService } from './lines.service.js';

/** The lines that runs of a product belong to. */
@RequireModule('testing')
@Resource('lines')
@Controller('v1/organizations/:orgId/products/:productSlug/lines')
export class ProductLinesController {
  constructor(private readonly lines: LinesService) {}

  @Get()
  @Endpoint({
    summary: 'List the active lines of a product',
    description: 'Ordered by the arrival of their first run.',
    access: 'member',
    returns: LineList,
  })
  async list(@CurrentProduct() product: Product): Promise<LineList> {
    return { lines: (await this.lines.list(product)).map(LineDto.from) };
  }

  @Post(':lineId/end')
  @Endpoint({
    summary: 'End a line; findings present only there are resolved',
    description: 'Its runs are kept. A later run of the same name starts the line again, with another id.',
    access: 'admin',
    returns: LineEnvelope,
    refuses: { 409: ['line_ended'] },
  })
  async end(@CurrentProduct() product: Product, @Param('lineId', RecordId) id: string): Promise<LineEnvelope> {
    return { line: LineDto.from(await this.lines.end(product, id)) };
  }
}
