import { Module } from '@nestjs/common';
import { FunctionalNeedsController } from './functional-needs.controller.js';

@Module({ controllers: [FunctionalNeedsController] })
export class TaxonomyModule {}
