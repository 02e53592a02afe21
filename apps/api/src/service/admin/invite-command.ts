import { DomainError } from '#libs/errors';
import { isEmailAddress } from '#libs/fields';
import { getDataSourceToken } from '@nestjs/typeorm';
import type { DataSource, EntityManager } from 'typeorm';
import { type Role, ROLES } from '../../platform/http/policy.js';
import { InvitationsService } from '../../accounts/organizations/invitations/invitations.service.js';
import { Member } from '../../accounts/organizations/members/member.entity.js';
import { Organization } from '../../accounts/organizations/organization.entity.js';
import type { Call } from './command.js';
import { refused } from './refused.js';
import { withApplication } from './service-database.js';
import { typedAddress } from './typed-address.js';

/**
 * Invites an address to an organization, as its longest-standing owner could, whom the mail and lists name: an
 * invitation has a member who answers for it. An open one is mailed again, with this role.
 */
export const inviteUser = ({ settings, values: [typed], options }: Call): Promise<number> =>
  withApplication(settings, async (app) => {
    const email = typedAddress(typed!);
    const slug = options.get('--organization');
    const role = options.get('--role') ?? 'member';
    if (!slug) return refused('Name the organization with --organization');
    if (!isEmailAddress(email)) return refused(`${typed} is not an email address`);
    if (!isRole(role)) return refused(`${role} is not a role; the roles are ${ROLES.join(', ')}`);
    const { manager } = app.get<DataSource>(getDataSourceToken());
    const organization = await manager.findOneBy(Organization, { slug });
    if (!organization) return refused(`There is no organization ${slug}`);
    const owner = (tx: EntityManager): Promise<Member> =>
      tx.findOneOrFail(Member, {
        where: { organizationId: organization.id, role: 'owner' },
        order: { createdAt: 'ASC', id: 'ASC' },
      });
    try {
      const inviter = { organization, member: await owner(manager), confirm: owner };
      await app.get(InvitationsService).invite(inviter, { email, role, resend: true });
    } catch (error) {
      if (error instanceof DomainError) return refused(error.message.replace(/\.$/, ''));
      throw error;
    }
    console.log(`Invited ${email} to ${slug} as ${role}; the email was sent.`);
    return 0;
  });

const isRole = (typed: string): typed is Role => (ROLES as readonly string[]).includes(typed);
