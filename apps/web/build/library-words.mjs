/** The languages that the console speaks. */
const SPOKEN = /\/(en-US|fr-FR)\.mjs$/;
const WORDS = /\/react-(aria|stately)[^/]*\/.*\/intl\/.*\/[a-z]{2}-[A-Z]{2}\.mjs$/;

/**
 * React Aria brings its words in thirty languages; those that nobody can choose stay out.
 * @returns {import('vite').Plugin}
 */
export const libraryWords = () => ({
  name: 'library-words',
  load: (id) => (WORDS.test(id) && !SPOKEN.test(id) ? 'export default {};' : undefined),
});
