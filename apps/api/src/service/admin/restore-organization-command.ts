import { query } from '#libs/database';
import { Jobs } from '#libs/jobs';
import { Mailer } from '../../platform/mails/mailer.js';
import { bringBack } from '../../accounts/organizations/deleted/bring-back.js';
import { DELETED_LAST } from '../../accounts/organizations/deleted/deleted-organizations.sql.js';
import { UnitOfWork } from '../../platform/work/unit-of-work.service.js';
import type { Call } from './command.js';
import { mailToAdmins } from './mail-to-admins.js';
import { refused } from './refused.js';
import { withDatabase } from './service-database.js';

/** Brings back the organization that had a slug when it was deleted, and tells those who manage it by mail. */
export const restoreOrganization = ({ settings, values: [typed] }: Call): Promise<number> =>
  withDatabase(settings, async (database) => {
    const [found] = await query(database, DELETED_LAST, [typed!]);
    if (!found) return refused(`No organization was deleted that had the slug ${typed}, or it is gone for good`);
    const mailer = new Mailer(settings, new Jobs(settings, database));
    const slug = await new UnitOfWork(database).run(async (change) => {
      const slug = await bringBack(change, found.id);
      const mail = {
        subject: 'Your organization is back',
        text: `Hello,\n\nwhoever runs this service has brought the organization "${found.name}" back, which was deleted. Its address ends in "${slug}". Who was invited must be invited again.\n`,
      };
      if (slug !== undefined) await mailToAdmins(change.tx, mailer, found.id, mail);
      return slug;
    });
    if (slug === undefined) return refused(`None of the owners of ${found.name} has an account any more`);
    console.log(`${found.name} is back as ${slug}.`);
    return 0;
  });
