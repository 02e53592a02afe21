import { Forbidden, InvalidInput } from '#libs/errors';

export const standardReadOnly = (): Forbidden =>
  new Forbidden(
    'standard_read_only',
    'Built-in standards cannot be changed. Duplicate the standard and change the copy.',
  );

export const circularGroup = (): InvalidInput =>
  new InvalidInput([{ path: '/parentId', code: 'circular', message: 'A group cannot be its own ancestor.' }]);
