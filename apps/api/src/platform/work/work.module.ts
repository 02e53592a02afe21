import { type DynamicModule, Module } from '@nestjs/common';
import { Processes } from './processes.service.js';
import { ReadOnlyMode } from './read-only.service.js';
import { ThisProcess } from './this-process.js';
import { Timeouts } from './timeouts.js';
import { UnitOfWork } from './unit-of-work.service.js';

/** Gives every module what changes are made with. */
@Module({})
export class WorkModule {
  static with(self: ThisProcess): DynamicModule {
    return {
      module: WorkModule,
      global: true,
      providers: [{ provide: ThisProcess, useValue: self }, Processes, ReadOnlyMode, Timeouts, UnitOfWork],
      exports: [ReadOnlyMode, Timeouts, UnitOfWork],
    };
  }
}
