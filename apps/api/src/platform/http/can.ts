import { Documented } from '#libs/fields';

/** In answers: whether the caller may use each operation below an organization, by its id. */
export const Can = (): PropertyDecorator =>
  Documented({
    type: 'object',
    additionalProperties: { type: 'boolean' },
    selfRequired: true,
    example: { issues_create: true, settings_updateSecurity: false },
    description:
      'Your permission for each operation of an organization, by operation id, based on your role, the modules and the second factor: `{ "issues_create": true }`. For products and records, the permission of the role. A required fresh proof is assumed to be given.',
  });
