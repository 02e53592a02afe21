import { hostsOf, type Settings } from '#libs/config';
import { faultOfStandby, type StandbyState } from '../../../platform/lists/standby-state.js';
import { STANDBY_STATE } from '../../../platform/lists/standby.sql.js';
import { type CheckResult, note, right, wrong } from './check-result.js';
import { type Primary, PRIMARY } from './doctor.sql.js';
import { onConnection } from './on-connection.js';

/**
 * Each standby, as the service judges it: whether it answers, is of the same cluster, has the schema, and how far it
 * lags.
 */
export async function examineStandbys(settings: Settings): Promise<CheckResult[]> {
  const { databaseReplicaUrls, databaseUrl, databaseDirectUrl, replicaMaxLagSeconds } = settings;
  if (databaseReplicaUrls.length === 0) return [];
  let primary: Primary;
  try {
    const { rows } = await onConnection(databaseDirectUrl ?? databaseUrl!, (client) =>
      client.query<Primary>(PRIMARY.text),
    );
    primary = rows[0]!;
  } catch (error) {
    return [note('read replicas', `cannot be compared with the primary: ${(error as Error).message}`)];
  }
  const rules = { ...primary, maxLagSeconds: replicaMaxLagSeconds };
  return Promise.all(
    databaseReplicaUrls.map(async (url) => {
      const subject = `read replica ${hostsOf(url)}`;
      try {
        const { rows } = await onConnection(url, (client) =>
          client.query<StandbyState>(STANDBY_STATE.text, [rules.schema]),
        );
        return judged(subject, rows[0]!, rules);
      } catch (error) {
        return wrong(subject, `does not respond: ${(error as Error).message}`);
      }
    }),
  );
}

function judged(subject: string, state: StandbyState, rules: Primary & { maxLagSeconds: number }): CheckResult {
  const lag = `${Math.max(0, state.lag).toFixed(1)} s behind; REPLICA_MAX_LAG_SECONDS is ${rules.maxLagSeconds}`;
  switch (faultOfStandby(state, rules)) {
    case 'cluster':
      return wrong(subject, 'belongs to another cluster than DATABASE_URL: lists would show other data');
    case 'schema':
      return wrong(subject, `has not replayed the migration ${rules.schema}: check that it follows the primary`);
    case 'lag':
      return rules.lag > rules.maxLagSeconds
        ? note(subject, 'its lag is unknown: no running job worker is configured with its address')
        : wrong(subject, `${lag}: lists are read without it`);
    case undefined:
      return right(subject, lag);
  }
}
