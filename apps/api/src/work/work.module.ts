import { Global, Module } from '@nestjs/common';
import { UnitOfWork } from './unit-of-work.service.js';

@Global()
@Module({ providers: [UnitOfWork], exports: [UnitOfWork] })
export class WorkModule {}
