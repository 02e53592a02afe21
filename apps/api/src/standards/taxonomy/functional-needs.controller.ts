import { Controller, Get } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { DataSource } from 'typeorm';
import { Endpoint, RequireModule, Resource } from '../../platform/http/endpoint.js';
import { FunctionalNeedDto, FunctionalNeedList } from './dto/functional-need.dto.js';
import { FunctionalNeed } from './functional-need.entity.js';

/** The functional needs: global and read-only. */
@RequireModule('core')
@Resource('functionalNeeds')
@Controller('v1/functional-needs')
export class FunctionalNeedsController {
  constructor(@InjectDataSource() private readonly database: DataSource) {}

  @Get()
  @Endpoint({ summary: 'List the functional needs', access: 'signed-in', returns: FunctionalNeedList })
  async list(): Promise<FunctionalNeedList> {
    const needs = await this.database.manager.find(FunctionalNeed, { order: { sortOrder: 'ASC' } });
    return { functionalNeeds: needs.map(FunctionalNeedDto.from) };
  }
}
