/** The first columns of a grid of ours; the others are of pages. */
export const FIRST_OF_GRID = ['requirement', 'name', 'level'];

/** The sheet beside a table of ours that says what its audit is. */
export const ABOUT = 'About';

/** What some of its rows are called. */
export const FACTS = { audit: 'Audit', scope: 'Scope' };

/** The row that says where a page is. */
export const factOfPage = (name: string): string => `Page: ${name}`;

/** The grid of the RGAA has no word for what cannot be told, whose comment begins with this. */
export const UNCLEAR = 'Indéterminé (cannot tell).';
