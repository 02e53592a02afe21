import { Global, Module } from '@nestjs/common';
import { Work } from './work.service.js';

@Global()
@Module({ providers: [Work], exports: [Work] })
export class WorkModule {}
