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
    if (!found)
      return refused(`There is no deleted organization with the slug ${typed}, or it was deleted permanently`);
    const mailer = new Mailer(settings, new Jobs(settings, database));
    const slug = await new UnitOfWork(database).run(async (change) => {
      const slug = await bringBack(change, found.id);
      const mail = {
        subject: 'Your organization was restored',
        text: `Hello,\n\nthe operator of this service has restored the deleted organization "${found.name}". Its slug is "${slug}". Pending invitations must be sent again.\n`,
      };
      if (slug !== undefined) await mailToAdmins(change.tx, mailer, found.id, mail);
      return slug;
    });
    if (slug === undefined) return refused(`No owner of ${found.name} has an account any more`);
    console.log(`${found.name} was restored as ${slug}.`);
    return 0;
  });
