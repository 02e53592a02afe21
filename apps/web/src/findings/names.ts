import type { Finding } from '@curbcut/client';

/** A finding by its title and by where it is: several have the same title. */
export const nameOf = ({ title, selector, ruleId }: Pick<Finding, 'title' | 'selector' | 'ruleId'>): string =>
  `${title}, ${selector ?? ruleId}`;
