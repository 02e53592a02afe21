import { newId } from '#libs/ids';
import { PASSWORD } from './authenticator.js';
import { eventually } from './eventually.js';
import { mailsTo, secretIn } from './mail.js';
import { useService } from './service.js';
import { world } from './world.js';

export const AUTH = '/api/auth';
export const OTHER = 'another long password';

export const CONFIRM = 'Confirm your email address';
export const RESET = 'Reset your password';
export const NEW = 'Confirm your new email address';
export const CHANGED = 'Your email address was changed';

/** Runs a service that sends its mails for the tests of a file; gives what people do with the links in them. */
export function useMailedLinks() {
  const service = useService({ WORKER: 'inline', MAIL_LIMIT_PER_HOUR: '0' });

  const post = (path: string, body: object = {}, token?: string) =>
    service.as(token).post(`${AUTH}/${path}`).send(body);
  const signIn = (email: string, password = PASSWORD) => post('sign-in/email', { email, password });
  const verify = (link: string, token?: string) => service.as(token).get(`${AUTH}/verify-email?token=${link}`);
  const user = async (token?: string) => (await service.as(token).get(`${AUTH}/get-session`)).body?.user;
  const newAddress = () => `${newId()}@example.org`;

  async function newcomer(name = 'Ada') {
    const email = newAddress();
    const { body } = await post('sign-up/email', { name, email, password: PASSWORD });
    return { email, token: body.token as string, id: body.user.id as string };
  }

  /** The texts of the mails with this subject, once there are `count`. */
  async function letters(email: string, subject: string, count = 1): Promise<string[]> {
    const found = await eventually(
      async () => (await mailsTo(service, email)).filter((mail) => mail.subject === subject),
      ({ length }) => length >= count,
    );
    return found.map(({ text }) => text);
  }
  const secret = async (email: string, subject: string, nth = 1) =>
    secretIn((await letters(email, subject, nth))[nth - 1]!);

  async function verified(name?: string) {
    const person = await newcomer(name);
    await verify(await secret(person.email, CONFIRM), person.token);
    return person;
  }

  /** Makes a person a member of an organization of others. */
  async function joined({ id }: { id: string }, role = 'admin') {
    const w = await world(service);
    await service.database.query('INSERT INTO members (id, organization_id, user_id, role) VALUES ($1, $2, $3, $4)', [
      newId(),
      w.organization.id,
      id,
      role,
    ]);
    return w;
  }

  return { service, post, signIn, verify, user, newAddress, newcomer, letters, secret, verified, joined };
}
