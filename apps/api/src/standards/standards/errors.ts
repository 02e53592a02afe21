import { Forbidden, InvalidInput } from '#libs/errors';

export const standardReadOnly = (): Forbidden =>
  new Forbidden(
    'standard_read_only',
    'Built-in standards cannot be changed; duplicate the standard and change the copy.',
  );

export const circularGroup = (): InvalidInput =>
  new InvalidInput([{ path: '/parentId', code: 'circular', message: 'A group cannot stand below itself.' }]);
