import { countJobs, lastFailedJob } from '#libs/jobs';
import type { DataSource } from 'typeorm';
import { DELIVERY_KEY } from '../../../integrations/webhooks/webhooks.sql.js';
import { type CheckResult, note, right, wrong } from './check-result.js';

/** As the alert CurbcutJobsLate has it. */
const LATE_SECONDS = 600;
const MAX_ERROR_LENGTH = 200;

/** Whether jobs are run, and what the one failed of that was given up last. The queue must be there. */
export async function jobFindings(database: DataSource): Promise<CheckResult[]> {
  const { waiting, oldestSeconds, failed } = await countJobs(database, DELIVERY_KEY);
  const last = failed > 0 ? await lastFailedJob(database) : undefined;
  return [
    oldestSeconds > LATE_SECONDS
      ? wrong(
          'jobs',
          `${waiting} waiting, the oldest for ${Math.round(oldestSeconds / 60)} minutes: check that a process runs with WORKER other than off`,
        )
      : right('jobs', `${waiting} wait`),
    ...(last
      ? [
          note(
            'jobs',
            `failed permanently: ${failed}; the last, ${last.task}: ${last.error.slice(0, MAX_ERROR_LENGTH)}`,
          ),
        ]
      : []),
  ];
}
