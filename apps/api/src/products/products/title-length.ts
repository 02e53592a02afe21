/** The most characters that the title of an issue, a risk, an audit or a test activity may have. */
export const TITLE_LENGTH = 200;
