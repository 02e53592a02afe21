import { Choice, Described, Flag, Integer, named, Nested, TextList } from '#libs/fields';
import type { State } from './health-look.service.js';

const STATES = named(
  'PartState',
  ['up', 'down', 'none'],
  'Whether a part answers; `none`: there is none, or it was not asked yet.',
);
const MODES = named('ServiceMode', ['normal', 'read_only'], '`read_only`: an operator lets nothing be changed.');

export class HealthDto {
  @Choice(['ok'], { description: 'Always `ok`: otherwise the answer is 503.' })
  status: 'ok';
}

@Described('How each part stands, as a look every five seconds has kept it.')
export class HealthPartsDto {
  @Choice(['up'], { description: 'Always `up`: otherwise the answer is 503.' })
  database: 'up';
  @Integer({ description: 'How many processes of the installation work on jobs.' })
  workers: number;
  @Integer({ description: 'For how many seconds the first job has waited that may run.' })
  queueSeconds: number;
  @Choice(STATES, { description: 'Where pictures lie, asked every five minutes.' })
  storage: State;
  @Choice(STATES, { description: 'The mail server, asked every five minutes.' })
  mail: State;
  @Flag({ description: 'Whether a process prepares the database, as each does when it starts.' })
  migrating: boolean;
  @TextList({ description: 'What a start could not put in place because a machine behind the database was away.' })
  waiting: string[];
  @Choice(MODES)
  mode: 'normal' | 'read_only';
}

export class ReadinessDto extends HealthDto {
  @Nested(() => HealthPartsDto, { optional: true, description: 'There, for whoever shows `METRICS_TOKEN`.' })
  parts?: HealthPartsDto;
}
