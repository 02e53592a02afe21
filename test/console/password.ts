/** The password of everybody in the tests. */
export const PASSWORD = 'a password of the tests';
