import { randomUUID } from 'node:crypto';
import { Secret, TOTP } from 'otpauth';
import { nowMs } from './moments.js';
import type { Service } from './service.js';

export const PASSWORD = 'correct horse battery';

/** A person who signed up with a password. */
export interface SignedUpPerson {
  id: string;
  email: string;
  token: string;
}

/** One with a second factor, in a session that has passed it. */
export interface PersonWithSecondFactor extends SignedUpPerson {
  uri: string;
  backupCodes: string[];
}

export async function signUp(service: Service): Promise<SignedUpPerson> {
  const email = `${randomUUID()}@example.org`;
  const { body } = await service.as().post('/api/auth/sign-up/email').send({ name: 'Ada', email, password: PASSWORD });
  return { id: body.user.id, email, token: body.token };
}

/** The code that an authenticator shows, `steps` of half a minute from now. */
export function codeForUri(uri: string, steps = 0): string {
  const secret = Secret.fromBase32(new URL(uri).searchParams.get('secret')!);
  return new TOTP({ secret }).generate({ timestamp: nowMs() + steps * 30_000 });
}

/** A code that is surely wrong just now. */
export function wrongCodeOf(uri: string): string {
  const near = [-2, -1, 0, 1, 2].map((steps) => codeForUri(uri, steps));
  return ['000000', '111111', '222222', '333333', '444444', '555555'].find((code) => !near.includes(code))!;
}

/** Lets half a minute pass for used codes: the present one is good again. */
export async function nextCode(service: Service, uri: string, { id }: { id: string }): Promise<string> {
  await service.database.query('UPDATE second_factors SET last_step = NULL WHERE user_id = $1', [id]);
  return codeForUri(uri);
}

/** Signs up and turns a second factor on. */
export async function signUpWithSecondFactor(service: Service): Promise<PersonWithSecondFactor> {
  const person = await signUp(service);
  const post = (path: string, body: object) => service.as(person.token).post(`/api/auth/two-factor/${path}`).send(body);
  const { totpURI, backupCodes } = (await post('enable', { password: PASSWORD })).body;
  const { token } = (await post('verify-totp', { code: codeForUri(totpURI) })).body;
  return { ...person, token, uri: totpURI, backupCodes };
}
