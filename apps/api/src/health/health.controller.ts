import { TemporarilyUnavailable } from '#libs/errors';
import { Choice } from '#libs/fields';
import { Controller, Get } from '@nestjs/common';
import { HealthCheckService, TypeOrmHealthIndicator } from '@nestjs/terminus';
import { InjectDataSource } from '@nestjs/typeorm';
import { DataSource } from 'typeorm';
import { Endpoint, Resource } from '../http/endpoint.js';
import { Throttled } from '../limits/throttled.js';
import { Readiness } from './readiness.js';

class Health {
  @Choice(['ok'], { description: 'Always `ok`: otherwise the answer is 503.' })
  status: 'ok';
}

/** Health checks: liveness and readiness. */
@Resource('health')
@Controller('health')
export class HealthController {
  constructor(
    private readonly checks: HealthCheckService,
    private readonly pings: TypeOrmHealthIndicator,
    @InjectDataSource() private readonly connection: DataSource,
    private readonly readiness: Readiness,
  ) {}

  @Get('live')
  @Throttled('public')
  @Endpoint({ summary: 'Whether the process is alive', access: 'anyone', returns: Health })
  live(): Health {
    return { status: 'ok' };
  }

  @Get('ready')
  @Throttled('public')
  @Endpoint({
    summary: 'Whether the service can answer: 503 while the database is out of reach or the service stops',
    access: 'anyone',
    returns: Health,
  })
  async ready(): Promise<Health> {
    if (this.readiness.stopping) throw new TemporarilyUnavailable();
    await this.checks.check([() => this.pings.pingCheck('database', { connection: this.connection, timeout: 1_500 })]);
    return { status: 'ok' };
  }
}
