import { Forbidden } from '#libs/errors';

export const scopeExceeded = (): Forbidden =>
  new Forbidden('key_scope_exceeded', 'A key cannot make what may do more than itself.');
