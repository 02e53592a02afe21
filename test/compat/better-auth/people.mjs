import { randomUUID } from 'node:crypto';
import { ok } from './answers.mjs';

export const PASSWORD = 'correct horse battery';
// Addresses and slugs are new in each run, so that a database which is kept does no harm.
const RUN = randomUUID().slice(0, 8);

let newcomers = 0;
export const unique = () => `${RUN}-${(newcomers += 1)}`;

/**
 * Makes people with clients of this kind, and organizations for them, at the service, which is asked for once it runs.
 */
export function peopleWith(newClient, service) {
  /** A new person with a client of their own. */
  const signUp = async (name = 'Ada') => {
    const client = newClient(service().base);
    const email = `person-${unique()}@example.org`;
    const { user } = await ok(client.signUp.email({ name, email, password: PASSWORD }));
    return { client, email, id: user.id };
  };
  const verified = async (name) => {
    const person = await signUp(name);
    await ok(
      person.client.verifyEmail({ query: await service().mailedLink(person.email, 'Confirm your email address') }),
    );
    return person;
  };
  const found = async (name = 'Agency') => {
    const owner = await verified('Olga');
    const organization = await ok(
      owner.client.organization.create({ name, slug: `agency-${unique()}`, metadata: { plan: 1 } }),
    );
    return { owner, organization };
  };
  const join = async ({ owner, organization }, role = 'member', over = {}) => {
    const person = await verified('Mia');
    const { id } = await ok(
      owner.client.organization.inviteMember({
        email: person.email,
        role,
        organizationId: organization.id,
        ...over,
      }),
    );
    const { member } = await ok(person.client.organization.acceptInvitation({ invitationId: id }));
    return { ...person, member };
  };
  return { signUp, verified, found, join };
}
