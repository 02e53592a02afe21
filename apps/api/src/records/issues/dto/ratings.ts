import { Choice, type FieldOptions } from '#libs/fields';
import { PRIORITIES, RATINGS } from '../../../accounts/organizations/ratings.js';

export const Severity = (options: FieldOptions = {}): PropertyDecorator =>
  Choice(RATINGS, {
    ...options,
    description: 'The severity of the barrier; `high` has more weight in the Grade.',
  });

export const Impact = (options: FieldOptions = {}): PropertyDecorator =>
  Choice(RATINGS, { ...options, description: 'The impact on affected users.' });

export const Effort = (options: FieldOptions = {}): PropertyDecorator =>
  Choice(RATINGS, { ...options, description: 'The effort of removing it.' });

export const PriorityField = (options: FieldOptions = {}): PropertyDecorator =>
  Choice(PRIORITIES, { ...options, description: 'The priority; scans do not set it.' });
