import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { bearerClient, cookieClient } from './client.mjs';
import { has, ok, refused } from './answers.mjs';
import { peopleWith } from './people.mjs';
import { startService } from './service.mjs';

let service;
before(async () => {
  service = await startService();
});
after(() => service?.stop());

for (const [kind, newClient] of [
  ['a bearer token', bearerClient],
  ['the cookie', cookieClient],
]) {
  const { signUp, verified, found, join } = peopleWith(newClient, () => service);

  describe(`the client with ${kind}`, () => {
    test('creates, finds, changes and deletes organizations', async () => {
      const { owner, organization } = await found();
      const api = owner.client.organization;
      has(organization, { name: 'Agency', metadata: { plan: 1 }, members: [{ userId: owner.id, role: 'owner' }] });
      assert.ok(organization.createdAt instanceof Date);
      await refused(api.checkSlug({ slug: organization.slug }), 400, 'ORGANIZATION_SLUG_ALREADY_TAKEN');
      assert.deepEqual(await ok(api.checkSlug({ slug: `${organization.slug}-free` })), { status: true });
      await refused(api.create({ name: 'X', slug: organization.slug }), 400, 'ORGANIZATION_ALREADY_EXISTS');
      const second = await ok(
        api.create({ name: 'Second', slug: `${organization.slug}-2`, keepCurrentActiveOrganization: true }),
      );
      assert.equal((await ok(owner.client.getSession())).session.activeOrganizationId, organization.id);
      has(await ok(api.list()), [{ id: organization.id, metadata: '{"plan":1}' }, { id: second.id }]);
      assert.equal(await ok(api.setActive({ organizationId: null })), null);
      assert.equal(await ok(api.getFullOrganization()), null);
      assert.equal((await ok(api.setActive({ organizationSlug: second.slug }))).id, second.id);
      assert.equal((await ok(api.setActive({ organizationId: organization.id }))).id, organization.id);
      has(await ok(api.getFullOrganization()), {
        id: organization.id,
        members: [{ user: { id: owner.id, email: owner.email } }],
        invitations: [],
        teams: [],
      });
      assert.equal(
        (await ok(api.getFullOrganization({ query: { organizationSlug: second.slug, membersLimit: 1 } }))).id,
        second.id,
      );
      has(await ok(api.update({ data: { name: 'New', metadata: { plan: 2 } } })), {
        name: 'New',
        metadata: { plan: 2 },
      });
      await refused(
        api.update({ organizationId: second.id, data: { slug: organization.slug } }),
        400,
        'ORGANIZATION_SLUG_ALREADY_TAKEN',
      );
      assert.equal((await ok(api.delete({ organizationId: second.id }))).id, second.id);
      assert.equal((await ok(api.list())).length, 1);
      const stranger = await signUp();
      await refused(
        stranger.client.organization.setActive({ organizationId: organization.id }),
        403,
        'USER_IS_NOT_A_MEMBER_OF_THE_ORGANIZATION',
      );
      await refused(stranger.client.organization.listMembers(), 400, 'NO_ACTIVE_ORGANIZATION');
    });

    test('lists, promotes and removes members, who may also leave', async () => {
      const { owner, organization } = await found();
      const api = owner.client.organization;
      const member = await join({ owner, organization });
      const admin = await join({ owner, organization }, 'admin');
      const page = await ok(api.listMembers({ query: { limit: 2, sortBy: 'role', sortDirection: 'asc' } }));
      has(page, { total: 3, members: [{ role: 'member', user: { email: member.email } }, { role: 'admin' }] });
      has(
        await ok(
          api.listMembers({ query: { filterField: 'role', filterOperator: 'ne', filterValue: 'member', limit: 1 } }),
        ),
        { total: 2 },
      );
      has(await ok(api.getActiveMember()), { role: 'owner', user: { id: owner.id } });
      assert.deepEqual(await ok(api.getActiveMemberRole()), { role: 'owner' });
      assert.deepEqual(await ok(api.getActiveMemberRole({ query: { userId: admin.id } })), { role: 'admin' });
      has(await ok(api.updateMemberRole({ memberId: member.member.id, role: ['admin'] })), { role: 'admin' });
      has(await ok(api.updateMemberRole({ memberId: member.member.id, role: 'member' })), { role: 'member' });
      await refused(
        admin.client.organization.updateMemberRole({ memberId: page.members[0].id, role: 'owner' }),
        403,
        'YOU_ARE_NOT_ALLOWED_TO_UPDATE_THIS_MEMBER',
      );
      await refused(api.updateMemberRole({ memberId: owner.id, role: 'admin' }), 400, 'MEMBER_NOT_FOUND');
      await refused(
        member.client.organization.removeMember({ memberIdOrEmail: admin.member.id }),
        403,
        'YOU_ARE_NOT_ALLOWED_TO_DELETE_THIS_MEMBER',
      );
      await refused(api.leave({ organizationId: organization.id }), 409, 'last_owner');
      has(await ok(admin.client.organization.leave({ organizationId: organization.id })), {
        userId: admin.id,
        user: { email: admin.email },
      });
      has(await ok(api.removeMember({ memberIdOrEmail: member.email })), {
        member: { userId: member.id, user: { email: member.email } },
      });
      assert.equal((await ok(member.client.getSession())).session.activeOrganizationId, null);
    });

    test('invites, and answers invitations', async () => {
      const { owner, organization } = await found();
      const api = owner.client.organization;
      const guest = await verified();
      const invite = (over = {}) => api.inviteMember({ email: guest.email, role: 'member', ...over });
      const invitation = await ok(invite());
      has(invitation, {
        email: guest.email,
        role: 'member',
        status: 'pending',
        organizationId: organization.id,
        inviterId: owner.id,
      });
      assert.ok(invitation.expiresAt instanceof Date);
      await refused(invite(), 400, 'USER_IS_ALREADY_INVITED_TO_THIS_ORGANIZATION');
      assert.equal((await ok(invite({ resend: true }))).id, invitation.id);
      has(await ok(api.listInvitations()), [{ id: invitation.id }]);
      has(await ok(api.getInvitations({ query: { organizationId: organization.id } })), [{ id: invitation.id }]);
      const answers = guest.client.organization;
      has(await ok(answers.listUserInvitations()), [{ id: invitation.id, organizationName: 'Agency' }]);
      has(await ok(answers.getInvitation({ query: { id: invitation.id } })), {
        organizationSlug: organization.slug,
        inviterEmail: owner.email,
      });
      await refused(
        api.getInvitation({ query: { id: invitation.id } }),
        403,
        'YOU_ARE_NOT_THE_RECIPIENT_OF_THE_INVITATION',
      );
      has(await ok(answers.rejectInvitation({ invitationId: invitation.id })), {
        invitation: { status: 'rejected' },
        member: null,
      });
      const again = await ok(invite());
      assert.equal((await ok(api.cancelInvitation({ invitationId: again.id }))).status, 'canceled');
      await refused(answers.acceptInvitation({ invitationId: again.id }), 400, 'INVITATION_NOT_FOUND');
      const last = await ok(invite({ role: ['admin'] }));
      has(await ok(answers.acceptInvitation({ invitationId: last.id })), {
        invitation: { status: 'accepted' },
        member: { role: 'admin', userId: guest.id },
      });
      assert.equal((await ok(guest.client.getSession())).session.activeOrganizationId, organization.id);
      await refused(invite(), 400, 'USER_IS_ALREADY_A_MEMBER_OF_THIS_ORGANIZATION');
      await refused(
        (await signUp()).client.organization.listUserInvitations(),
        403,
        'EMAIL_VERIFICATION_REQUIRED_FOR_INVITATION',
      );
    });

    test('makes teams and puts people into them', async () => {
      const { owner, organization } = await found();
      const api = owner.client.organization;
      const design = await ok(api.createTeam({ name: 'Design' }));
      has(design, { name: 'Design', organizationId: organization.id });
      const person = await join({ owner, organization }, 'member', { teamId: [design.id] });
      const theirs = person.client.organization;
      assert.equal((await ok(person.client.getSession())).session.activeTeamId, design.id);
      has(await ok(api.getFullOrganization()), { teams: [{ id: design.id, memberCount: 1 }] });
      has(await ok(theirs.listTeamMembers()), [{ userId: person.id, teamId: design.id }]);
      has(await ok(api.updateTeam({ teamId: design.id, data: { name: 'Research' } })), { name: 'Research' });
      has(await ok(theirs.listTeams()), [{ id: design.id, name: 'Research' }]);
      has(await ok(theirs.listUserTeams()), [{ id: design.id }]);
      assert.deepEqual(await ok(api.listUserTeams()), []);
      has(await ok(api.listUserTeams({ query: { userId: person.id } })), [{ id: design.id }]);
      await refused(
        theirs.listUserTeams({ query: { userId: owner.id } }),
        403,
        'YOU_ARE_NOT_ALLOWED_TO_UPDATE_THIS_MEMBER',
      );
      await refused(api.listTeamMembers(), 400, 'YOU_DO_NOT_HAVE_AN_ACTIVE_TEAM');

      assert.equal(await ok(theirs.setActiveTeam({ teamId: null })), null);
      assert.equal((await ok(person.client.getSession())).session.activeTeamId, null);
      assert.equal((await ok(theirs.setActiveTeam({ teamId: design.id }))).id, design.id);
      assert.equal((await ok(person.client.getSession())).session.activeTeamId, design.id);
      await refused(api.setActiveTeam({ teamId: design.id }), 403, 'USER_IS_NOT_A_MEMBER_OF_THE_TEAM');
      await refused(api.setActiveTeam({ teamId: organization.id }), 400, 'TEAM_NOT_FOUND');

      assert.deepEqual(await ok(api.removeTeamMember({ teamId: design.id, userId: person.id })), {
        message: 'Team member removed successfully.',
      });
      assert.equal((await ok(person.client.getSession())).session.activeTeamId, null);
      await refused(
        api.removeTeamMember({ teamId: design.id, userId: person.id }),
        400,
        'USER_IS_NOT_A_MEMBER_OF_THE_TEAM',
      );
      has(await ok(api.addTeamMember({ teamId: design.id, userId: person.id })), {
        teamId: design.id,
        userId: person.id,
      });
      const stranger = await signUp();
      await refused(
        api.addTeamMember({ teamId: design.id, userId: stranger.id }),
        400,
        'USER_IS_NOT_A_MEMBER_OF_THE_ORGANIZATION',
      );
      await refused(
        theirs.createTeam({ name: 'Mine' }),
        403,
        'YOU_ARE_NOT_ALLOWED_TO_CREATE_TEAMS_IN_THIS_ORGANIZATION',
      );
      assert.deepEqual(await ok(api.removeTeam({ teamId: design.id })), { message: 'Team removed successfully.' });
      assert.deepEqual(await ok(api.listTeams()), []);
    });

    test('asks for permissions, and hears what it computes by itself', async () => {
      const { owner, organization } = await found();
      const people = {
        owner,
        admin: await join({ owner, organization }, 'admin'),
        member: await join({ owner, organization }),
      };
      for (const permissions of [
        { organization: ['delete'] },
        { organization: ['update'], member: ['create', 'update', 'delete'] },
        { invitation: ['create', 'cancel'], team: ['create', 'update', 'delete'] },
        { ac: ['read'] },
        { ac: ['create'] },
        { spaceship: ['fly'] },
      ]) {
        for (const [role, { client }] of Object.entries(people)) {
          const expected = client.organization.checkRolePermission({ role, permissions });
          assert.deepEqual(
            await ok(client.organization.hasPermission({ permissions })),
            { error: null, success: expected, unknown: 'spaceship' in permissions ? ['spaceship'] : [] },
            `${role} ${JSON.stringify(permissions)}`,
          );
        }
      }
      const stranger = await signUp();
      const asked = { permissions: { ac: ['read'] } };
      await refused(stranger.client.organization.hasPermission(asked), 400, 'NO_ACTIVE_ORGANIZATION');
      await refused(
        stranger.client.organization.hasPermission({ ...asked, organizationId: organization.id }),
        403,
        'USER_IS_NOT_A_MEMBER_OF_THE_ORGANIZATION',
      );
    });
  });
}
