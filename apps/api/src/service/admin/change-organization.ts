import { Jobs } from '#libs/jobs';
import { Mailer } from '../../platform/mails/mailer.js';
import { Organization } from '../../accounts/organizations/organization.entity.js';
import type { ChangeContext } from '../../platform/work/change-context.js';
import { UnitOfWork } from '../../platform/work/unit-of-work.service.js';
import type { Call } from './command.js';
import { mailToAdmins } from './mail-to-admins.js';
import { refused } from './refused.js';
import { withDatabase } from './service-database.js';

interface OrganizationChange {
  /** Returns false where that is so already. */
  change: (context: ChangeContext, id: string) => Promise<boolean>;
  /** What those who manage the organization are told. */
  mailOf: (organization: string) => { subject: string; text: string };
  /** What the operator is told: that it was done, or that it was so already. */
  done: string;
  unchanged: string;
}

/** Changes the organization with the slug that an operator has typed, and tells those who manage it by mail. */
export const changeOrganization = (
  { settings, values: [slug] }: Call,
  { change, mailOf, done, unchanged }: OrganizationChange,
): Promise<number> =>
  withDatabase(settings, async (database) => {
    const organization = await database.manager.findOneBy(Organization, { slug: slug! });
    if (!organization) return refused(`There is no organization ${slug}`);
    const { id, name } = organization;
    const mailer = new Mailer(settings, new Jobs(settings, database));
    const isChanged = await new UnitOfWork(database).run(async (context) => {
      if (!(await change(context, id))) return false;
      await mailToAdmins(context.tx, mailer, id, mailOf(name));
      return true;
    });
    if (!isChanged) return refused(unchanged);
    console.log(done);
    return 0;
  });
