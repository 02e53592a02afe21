import { PASSWORD } from './authenticator.js';
import type { Service } from './service.js';

/** The steps of turning a second factor on and of signing in with it, at this service. */
export function secondFactorSteps(service: Service) {
  const post = (path: string, body: object = {}, token?: string) =>
    service.as(token).post(`/api/auth/${path}`).send(body);
  const factor = (path: string, body: object = {}, token?: string) => post(`two-factor/${path}`, body, token);
  const isIn = async (token: string) => (await service.as(token).get('/api/auth/list-sessions')).status === 200;
  const signIn = ({ email }: { email: string }) => post('sign-in/email', { email, password: PASSWORD });
  const challenge = async (person: { email: string }): Promise<string> => (await signIn(person)).body.twoFactorToken;
  const enabled = async (token: string) =>
    (await service.as(token).get('/api/auth/get-session')).body.user.twoFactorEnabled as boolean;

  return { post, factor, isIn, signIn, challenge, enabled };
}

/** The status of an answer, and the code of its fault. */
export const codeOfAnswer = ({ status, body }: { status: number; body: { code?: string } }) => [status, body.code];
