import { Global, Module } from '@nestjs/common';
import { ListReader } from './list-reader.js';

/** Gives every module the place where lists are read. */
@Global()
@Module({ providers: [ListReader], exports: [ListReader] })
export class ListsModule {}
