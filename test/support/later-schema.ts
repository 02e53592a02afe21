/**
 * For tests of what a start does. Where `npm run proof:previous` runs the tests of this release on the schema of a
 * later one, they are left out: what runs goes on there, but a start is refused.
 */
export const testOfStart = process.env['LATER_SCHEMA'] ? test.skip : test;
