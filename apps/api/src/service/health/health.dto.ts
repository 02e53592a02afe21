import { Choice, Described, Flag, Integer, named, Nested, TextList } from '#libs/fields';
import type { State } from './health-monitor.service.js';

const STATES = named(
  'PartState',
  ['up', 'down', 'none'],
  'Whether a component is available; `none`: not configured, or not yet checked.',
);
const MODES = named('ServiceMode', ['normal', 'read_only'], '`read_only`: an operator has disabled changes.');

export class HealthDto {
  @Choice(['ok'], { description: 'Always `ok`; otherwise the answer is 503.' })
  status: 'ok';
}

@Described('The state of each component, checked every five seconds.')
export class HealthPartsDto {
  @Choice(['up'], { description: 'Always `up`; otherwise the answer is 503.' })
  database: 'up';
  @Integer({ description: 'The number of processes that run jobs.' })
  workers: number;
  @Integer({ description: 'The number of seconds for which the oldest runnable job has waited.' })
  queueSeconds: number;
  @Choice(STATES, { description: 'The file storage, checked every five minutes.' })
  storage: State;
  @Choice(STATES, { description: 'The mail server, checked every five minutes.' })
  mail: State;
  @Flag({ description: 'Whether a process is preparing the database, as on each start.' })
  migrating: boolean;
  @TextList({ description: 'The tasks of a start that failed because a database machine was unavailable.' })
  waiting: string[];
  @Choice(MODES)
  mode: 'normal' | 'read_only';
}

export class ReadinessDto extends HealthDto {
  @Nested(() => HealthPartsDto, { optional: true, description: 'Only with `METRICS_TOKEN`.' })
  parts?: HealthPartsDto;
}
