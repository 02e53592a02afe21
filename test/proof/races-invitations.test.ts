import { randomUUID } from 'node:crypto';
import { printFigures } from '../support/figures.js';
import {
  concurrently,
  countEndings,
  countRows,
  organizationCall,
  raceAll,
  rounds,
  statusAndCode,
  useReplicas,
  RACE_TIMEOUT_MS,
} from '../support/races.js';
import type { Person, World } from '../support/world.js';

const replicas = useReplicas('invitations');
const auth = organizationCall(replicas);
const count = countRows(replicas);

/** An open invitation of somebody new. */
async function invited(w: World): Promise<{ person: Person; invitationId: string; email: string }> {
  const person = await w.person();
  const answer = await auth(w.owner, 'invite-member', {
    email: person.email,
    role: 'member',
    organizationId: w.organization.id,
  });
  expect(answer.status).toBe(200);
  return { person, invitationId: answer.body.id, email: person.email };
}

const membershipsOf = (w: World, { id }: Person) =>
  count('FROM members WHERE organization_id = $1 AND user_id = $2', w.organization.id, id);

const pendingOf = (w: World, email: string) =>
  count(`FROM invitations WHERE organization_id = $1 AND email = $2 AND status = 'pending'`, w.organization.id, email);

test(
  'an invitation that is accepted four times at once makes one member, once',
  async () => {
    const w = await replicas.world();
    const endings = await countEndings(rounds(8), async () => {
      const { person, invitationId } = await invited(w);
      const answers = await concurrently(4, () => auth(person, 'accept-invitation', { invitationId }));
      expect(answers.map(statusAndCode).sort()).toEqual(['200', ...Array<string>(3).fill('400 INVITATION_NOT_FOUND')]);
      expect(await membershipsOf(w, person)).toBe(1);
      const member = answers.find(({ status }) => status === 200)!.body.member;
      expect(await count(`FROM events WHERE type = 'member.joined' AND subject_id = $1`, member.id)).toBe(1);
      return 'one membership';
    });
    printFigures('accepted four times at once', endings);
  },
  RACE_TIMEOUT_MS,
);

test(
  'of accepting and cancelling at once one wins, and the membership follows the winner',
  async () => {
    const w = await replicas.world();
    const endings = await countEndings(rounds(8), async () => {
      const { person, invitationId } = await invited(w);
      const [accepted, canceled, rejected] = await raceAll(
        () => auth(person, 'accept-invitation', { invitationId }),
        () => auth(w.admin, 'cancel-invitation', { invitationId }),
        () => auth(person, 'reject-invitation', { invitationId }),
      );
      const answers = [accepted, canceled, rejected];
      expect(answers.map(statusAndCode).sort()).toEqual([
        '200',
        '400 INVITATION_NOT_FOUND',
        '400 INVITATION_NOT_FOUND',
      ]);
      const winner = ['accepted', 'canceled', 'rejected'][answers.findIndex(({ status }) => status === 200)]!;
      const [{ status }] = await replicas.database.query('SELECT status FROM invitations WHERE id = $1', [
        invitationId,
      ]);
      expect(status).toBe(winner);
      expect(await membershipsOf(w, person)).toBe(winner === 'accepted' ? 1 : 0);
      return winner;
    });
    printFigures('accept, cancel and reject at once', endings);
  },
  RACE_TIMEOUT_MS,
);

test(
  'an address invited many times at once has one pending invitation',
  async () => {
    const w = await replicas.world();
    const told: Record<string, number> = {};
    await countEndings(rounds(6), async () => {
      const email = `${randomUUID()}@example.org`;
      const answers = await concurrently(8, (i) =>
        auth(i % 3 ? w.owner : w.admin, 'invite-member', {
          email,
          role: 'member',
          organizationId: w.organization.id,
          ...(i % 2 ? { resend: true } : {}),
        }),
      );
      for (const answer of answers) told[statusAndCode(answer)] = (told[statusAndCode(answer)] ?? 0) + 1;
      const wanted = ['200', '400 USER_IS_ALREADY_INVITED_TO_THIS_ORGANIZATION'];
      expect(wanted).toEqual(expect.arrayContaining(answers.map(statusAndCode)));
      expect(new Set(answers.flatMap(({ status, body }) => (status === 200 ? [body.id] : []))).size).toBe(1);
      // Whoever asked for a repeat gets it.
      expect(answers.filter((_, i) => i % 2).map(({ status }) => status)).toEqual([200, 200, 200, 200]);
      expect(await pendingOf(w, email)).toBe(1);
      return 'one pending';
    });
    printFigures('eight invitations to one address at once', told);
  },
  RACE_TIMEOUT_MS,
);

test(
  'accepting while the invitation is sent again leaves no invitation to a member',
  async () => {
    const w = await replicas.world();
    const endings = await countEndings(rounds(8), async () => {
      const { person, invitationId, email } = await invited(w);
      const [accepted, again] = await raceAll(
        () => auth(person, 'accept-invitation', { invitationId }),
        () => auth(w.owner, 'invite-member', { email, role: 'admin', organizationId: w.organization.id, resend: true }),
      );
      expect(statusAndCode(accepted)).toBe('200');
      expect(await membershipsOf(w, person)).toBe(1);
      expect(await pendingOf(w, email)).toBe(0);
      return statusAndCode(again);
    });
    printFigures('accepted while sent again', endings);
  },
  RACE_TIMEOUT_MS,
);
