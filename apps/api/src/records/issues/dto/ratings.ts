import { Choice, type FieldOptions } from '#libs/fields';
import { PRIORITIES, RATINGS } from '../../../accounts/organizations/ratings.js';

export const Severity = (options: FieldOptions = {}): PropertyDecorator =>
  Choice(RATINGS, {
    ...options,
    description: 'How bad the barrier is where it is met; `high` weighs more in the Grade.',
  });

export const Impact = (options: FieldOptions = {}): PropertyDecorator =>
  Choice(RATINGS, { ...options, description: 'How much it hinders those it concerns.' });

export const Effort = (options: FieldOptions = {}): PropertyDecorator =>
  Choice(RATINGS, { ...options, description: 'How much work it is to remove.' });

export const PriorityField = (options: FieldOptions = {}): PropertyDecorator =>
  Choice(PRIORITIES, { ...options, description: 'How soon people want it done; scans do not set it.' });
