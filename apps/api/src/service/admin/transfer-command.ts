import { giveRole } from '../../accounts/organizations/members/give-role.js';
import { Member } from '../../accounts/organizations/members/member.entity.js';
import { organizationLock } from '../../accounts/organizations/organization-lock.js';
import { Organization } from '../../accounts/organizations/organization.entity.js';
import type { Role } from '../../platform/http/policy.js';
import { User } from '../../accounts/identity/user.entity.js';
import { Jobs } from '#libs/jobs';
import { Mailer } from '../../platform/mails/mailer.js';
import type { ChangeContext } from '../../platform/work/change-context.js';
import { changeAccount } from './change-account.js';
import type { Call } from './command.js';

/**
 * Makes a member the owner of an organization; with `--demote` those who were owners are admins. The account of work
 * stays.
 */
export const transferOrganization = (call: Call): Promise<number> => {
  const [slug, address] = call.values;
  return changeAccount({ ...call, values: [address!] }, async (change, user, database) => {
    const { tx } = change;
    const organization = await tx.findOneBy(Organization, { slug: slug! });
    if (!organization) return { refused: `There is no organization ${slug}` };
    await change.lock(organizationLock(organization.id));
    const members = await tx.findBy(Member, { organizationId: organization.id });
    const own = members.find(({ userId }) => userId === user.id);
    if (!own) return { refused: `${user.email} is not a member of ${slug}` };
    const former = call.flags.has('--demote') ? members.filter(({ role }) => role === 'owner') : [];
    const demoted = former.filter(({ id }) => id !== own.id);
    if (own.role === 'owner' && demoted.length === 0)
      return { refused: `${user.email} is already an owner of ${slug}` };
    const mailer = new Mailer(call.settings, new Jobs(call.settings, database));
    if (own.role !== 'owner') await setRole(change, mailer, organization, own, user, 'owner');
    for (const member of demoted) {
      const person = await tx.findOneByOrFail(User, { id: member.userId });
      await setRole(change, mailer, organization, member, person, 'admin');
    }
    return {
      done: `${user.email} is an owner of ${slug}${demoted.length > 0 ? `, and ${demoted.length} others are admins` : ''}.`,
    };
  });
};

async function setRole(
  change: ChangeContext,
  mailer: Mailer,
  { name: organization }: Organization,
  member: Member,
  { name, email }: User,
  to: Role,
): Promise<void> {
  await giveRole(change, member, name, to);
  await mailer.enqueue(change.tx, {
    to: email,
    subject: 'Your role has changed',
    text: `Hello,\n\nthe operator of this service has changed your role in the organization "${organization}" to ${to}; it was ${member.role}.\n`,
  });
}
