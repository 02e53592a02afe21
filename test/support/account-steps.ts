import type { Target, TargetResponse } from './target.js';

/** Where accounts have their endpoints. */
export const AUTH = '/api/auth';

/** The password that whoever redeems a reset link sets. */
export const NEW_PASSWORD = 'a quite different long secret';

/** The link of a letter of verification. */
export const verifyPath = (token: string): string => `${AUTH}/verify-email?token=${encodeURIComponent(token)}`;

interface AccountSteps {
  reset: (email: string) => Promise<TargetResponse>;
  redeem: (token: string, newPassword?: string) => Promise<TargetResponse>;
  changeEmail: (who: { token: string }, newEmail: string) => Promise<TargetResponse>;
  addressOf: (who: { id: string }) => Promise<string>;
  isAlive: (token: string) => Promise<boolean>;
}

/** What people and thieves do with an account of the target, and what has become of it. */
export const accountSteps = (target: Target): AccountSteps => ({
  reset: (email) => target.as().post(`${AUTH}/request-password-reset`, { email }),
  redeem: (token, newPassword = NEW_PASSWORD) => target.as().post(`${AUTH}/reset-password`, { token, newPassword }),
  changeEmail: (who, newEmail) => target.as(who.token).post(`${AUTH}/change-email`, { newEmail }),
  addressOf: async ({ id }) => (await target.sql('SELECT email FROM users WHERE id = $1', [id]))[0].email,
  isAlive: async (token) => (await target.as(token).get(`${AUTH}/list-sessions`)).status === 200,
});
