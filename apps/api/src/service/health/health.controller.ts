import { Settings } from '#libs/config';
import { TemporarilyUnavailable } from '#libs/errors';
import { Controller, Get, Req, Res } from '@nestjs/common';
import type { Request, Response } from 'express';
import { Endpoint, Resource } from '../../platform/http/endpoint.js';
import { Throttled } from '../../platform/limits/throttled.js';
import { relativeRoot, renderDocument } from '../../accounts/mail-pages/html-page.js';
import { PAGE_HEADERS } from '../../accounts/mail-pages/page-responder.js';
import { ReadOnlyMode } from '../../platform/work/read-only.service.js';
import { HealthDto, type HealthPartsDto, ReadinessDto } from './health.dto.js';
import { HealthMonitor, type Seen } from './health-monitor.service.js';
import { healthPage } from './health-page.js';
import { Liveness } from './liveness.service.js';
import { showsMetricsToken } from './metrics-token.js';
import { Readiness } from './readiness.js';

/** From then on people are told that what follows later is late, as the alert CurbcutJobsLate has it. */
const LATE_SECONDS = 600;

/** Health checks: liveness and readiness for what watches the process, and a page for people. */
@Resource('health')
@Controller('health')
export class HealthController {
  constructor(
    private readonly settings: Settings,
    private readonly monitor: HealthMonitor,
    private readonly liveness: Liveness,
    private readonly readiness: Readiness,
    private readonly readOnly: ReadOnlyMode,
  ) {}

  @Get()
  @Throttled('public')
  @Endpoint({
    summary: 'A human-readable status page',
    access: 'anyone',
    produces: 'text/html',
    browsed: true,
  })
  page(@Req() request: Request, @Res({ passthrough: true }) response: Response): string {
    const { installation, storage, mail } = this.monitor.last;
    const page = healthPage({
      works: installation !== undefined && !this.readiness.stopping,
      readOnly: this.readOnly.isOn ? { until: this.readOnly.until } : undefined,
      isDownInPart: [storage, mail].includes('down') || (installation?.queueSeconds ?? 0) > LATE_SECONDS,
    });
    response.status(page.status).set(PAGE_HEADERS);
    return renderDocument(page, relativeRoot(request.path));
  }

  @Get('live')
  @Throttled('public')
  @Endpoint({
    summary: 'Liveness probe: 503 if the event loop or the job worker has been blocked for a minute',
    access: 'anyone',
    returns: HealthDto,
  })
  live(): HealthDto {
    if (!this.liveness.isLive) throw new TemporarilyUnavailable();
    return { status: 'ok' };
  }

  @Get('ready')
  @Throttled('public')
  @Endpoint({
    summary: 'Readiness probe: 503 while the database is unavailable or the service shuts down',
    description: 'With `METRICS_TOKEN` as a bearer token, the answer includes the state of each component.',
    access: 'anyone',
    returns: ReadinessDto,
  })
  ready(@Req() request: Request): ReadinessDto {
    const { last } = this.monitor;
    if (this.readiness.stopping || !last.installation) throw new TemporarilyUnavailable();
    return {
      status: 'ok',
      ...(showsMetricsToken(request.headers, this.settings.metricsToken) ? { parts: this.partsOf(last) } : {}),
    };
  }

  private partsOf({ installation, storage, mail }: Seen): HealthPartsDto {
    const { workers, queueSeconds, migrating } = installation!;
    return {
      database: 'up',
      workers,
      queueSeconds: Math.round(queueSeconds),
      storage,
      mail,
      migrating,
      waiting: [...this.readiness.waiting],
      mode: this.readOnly.isOn ? 'read_only' : 'normal',
    };
  }
}
