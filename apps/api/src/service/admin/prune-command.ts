import { clock } from '#libs/clock';
import type { Settings } from '#libs/config';
import { OrganizationsService } from '../../accounts/organizations/organizations.service.js';
import { endWhatIsOld } from '../retention/end-what-is-old.js';
import { retentionRules } from '../retention/retention-rules.js';
import { UnitOfWork } from '../../platform/work/unit-of-work.service.js';
import type { Call } from './command.js';
import { withApplication, withDatabase } from './service-database.js';

/** Ends what is older than the settings keep it, at once. */
export async function prune({ settings, flags }: Call): Promise<number> {
  const isTrial = flags.has('--dry-run');
  const organizationIds: string[] = [];
  const remove = (id: string) => Promise.resolve(organizationIds.push(id));
  const ended = await withDatabase(settings, (database) =>
    endWhatIsOld(
      retentionRules(database, new UnitOfWork(database), { remove }, settings),
      clock.now(),
      isTrial ? 'count' : 'end',
    ),
  );
  if (organizationIds.length > 0) await removeAll(settings, organizationIds);
  for (const { name, variable, days, count } of ended)
    console.log(`${isTrial ? 'Would delete' : 'Deleted'} ${count} ${name}, older than ${days} days (${variable}).`);
  return 0;
}

/** What hangs on an organization is known to the whole application, which is started where one is to go. */
const removeAll = (settings: Settings, organizationIds: readonly string[]): Promise<void> =>
  withApplication(settings, async (app) => {
    for (const id of organizationIds) await app.get(OrganizationsService).remove(id);
  });
