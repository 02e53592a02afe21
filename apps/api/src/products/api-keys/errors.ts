import { Forbidden } from '#libs/errors';

export const scopeExceeded = (): Forbidden =>
  new Forbidden('key_scope_exceeded', 'A key cannot create a key with more permissions than its own.');
