/**
 * In `setupNodeEvents`: `curbcut(on)`. In tests, with cypress-axe:
 * `cy.checkA11y(null, null, (violations) => cy.url().then((url) => cy.task('curbcut', { url, violations })), true)`.
 */
// eslint-disable-next-line @typescript-eslint/no-explicit-any -- Cypress types its events as it likes
export declare function curbcut(on: (event: 'task', tasks: any) => void): void;
