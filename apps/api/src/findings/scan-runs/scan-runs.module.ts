import { Module } from '@nestjs/common';
import { LineAges } from './line-ages.service.js';
import { LinesService } from './lines.service.js';
import { ProductLinesController } from './product-lines.controller.js';

@Module({ controllers: [ProductLinesController], providers: [LinesService, LineAges] })
export class ScanRunsModule {}
