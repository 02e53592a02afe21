import { Module } from '@nestjs/common';
import { HealthController } from './health.controller.js';
import { HealthLook } from './health-look.service.js';
import { Liveness } from './liveness.service.js';
import { Readiness } from './readiness.js';

@Module({ controllers: [HealthController], providers: [HealthLook, Liveness, Readiness], exports: [Readiness] })
export class HealthModule {}
