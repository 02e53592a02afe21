import { Documented } from '#libs/fields';

/** In answers: whether the caller may use each operation below an organization, by its id. */
export const Can = (): PropertyDecorator =>
  Documented({
    type: 'object',
    additionalProperties: { type: 'boolean' },
    selfRequired: true,
    example: { issues_create: true, settings_updateSecurity: false },
    description:
      'Whether you may use each operation below an organization, by its id, as your role, the modules and the second factor have it: `{ "issues_create": true }`. ' +
      'Of products and records it says what the role may; what needs a fresh proof counts as if you had one.',
  });
