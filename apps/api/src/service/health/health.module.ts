import { Module } from '@nestjs/common';
import { HealthController } from './health.controller.js';
import { HealthMonitor } from './health-monitor.service.js';
import { Liveness } from './liveness.service.js';
import { Readiness } from './readiness.js';

@Module({ controllers: [HealthController], providers: [HealthMonitor, Liveness, Readiness], exports: [Readiness] })
export class HealthModule {}
