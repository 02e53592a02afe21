import { RunningImports } from '../../apps/api/src/reporting/audit-files/running-imports.service.js';
import type { Service } from './service.js';
import type { World } from './world.js';

/** Runs the job of an import until it is stopped after so many slices, as if its process had ended. */
export async function runImportJob(
  service: Service,
  { organization }: World,
  importId: string,
  slices = Infinity,
): Promise<void> {
  const running = service.app.get(RunningImports) as unknown as {
    write(job: object, stopping: { throwIfAborted(): void }): Promise<void>;
  };
  let written = -1;
  const throwIfAborted = (): void => {
    written += 1;
    if (written === slices) throw new Error('stopped');
  };
  const job = { organizationId: organization.id, importId };
  await running.write(job, { throwIfAborted }).catch((error: Error) => expect(error.message).toBe('stopped'));
}
