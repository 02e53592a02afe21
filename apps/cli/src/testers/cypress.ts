import { type AxeResults, keepResults } from './kept-results.js';

type Tasks = Record<string, (found: Found) => null>;

interface Found {
  url?: string;
  violations: AxeResults['violations'];
}

/**
 * In `setupNodeEvents`: `curbcut(on)`. In tests, with cypress-axe:
 * `cy.checkA11y(null, null, (violations) => cy.url().then((url) => cy.task('curbcut', { url, violations })), true)`.
 */
export function curbcut(on: (event: 'task', tasks: Tasks) => void): void {
  on('task', {
    curbcut: (found) => {
      keepResults({ ...found, timestamp: new Date().toISOString() });
      return null;
    },
  });
}
