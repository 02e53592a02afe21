// Numbers, levels and correspondences with WCAG 2.1 of the criteria of RGAA 4.1 (Référentiel général d'amélioration de
// l'accessibilité), Direction interministérielle du numérique (https://accessibilite.numerique.gouv.fr/), Licence Ouverte 2.0.
// The short English names are ours.

/** The thirteen themes. */
export const RGAA_THEMES = `
1 Images
2 Frames
3 Colours
4 Multimedia
5 Tables
6 Links
7 Scripts
8 Mandatory elements
9 Structure of information
10 Presentation of information
11 Forms
12 Navigation
13 Consultation
`;

/** The 106 criteria: number, level, WCAG success criteria separated by commas (`-` for none), name. */
export const RGAA_CRITERIA = `
1.1 A 1.1.1 Images that inform have a text alternative
1.2 A 1.1.1,4.1.2 Decorative images are ignored by assistive technologies
1.3 A 1.1.1,4.1.2 Text alternatives of images are relevant
1.4 A 1.1.1 Alternatives of CAPTCHA images say what they are for
1.5 A 1.1.1 CAPTCHA images have another way of access
1.6 A 1.1.1 Images have a detailed description where needed
1.7 A 1.1.1 Detailed descriptions of images are relevant
1.8 AA 1.4.5 Images of text are replaced by styled text
1.9 A 1.1.1,4.1.2 Captions are linked to their images
2.1 A 4.1.2 Frames have a title
2.2 A 4.1.2 Titles of frames are relevant
3.1 A 1.3.1,1.4.1 Information is not given by colour alone
3.2 AA 1.4.3 Text has enough contrast
3.3 AA 1.4.11 Interface components and graphics have enough contrast
4.1 A 1.2.1,1.2.3 Recorded media have a transcript or an audio description
4.2 A 1.2.1,1.2.3 Transcripts and audio descriptions are relevant
4.3 A 1.2.2 Recorded media have synchronised captions
4.4 A 1.2.2 Synchronised captions are relevant
4.5 AA 1.2.5 Recorded media have a synchronised audio description
4.6 AA 1.2.5 Synchronised audio descriptions are relevant
4.7 A 1.1.1 Time-based media can be identified
4.8 A 1.1.1 Media without time have an alternative
4.9 A 1.1.1 Alternatives of media without time are relevant
4.10 A 1.4.2 Sound that starts by itself can be controlled
4.11 A 2.1.1 Time-based media can be controlled with any device
4.12 A 2.1.1 Media without time can be controlled with any device
4.13 A 4.1.2 Media are compatible with assistive technologies
5.1 A 1.3.1 Complex data tables have a summary
5.2 A 1.3.1 Summaries of data tables are relevant
5.3 A 1.3.2 Layout tables read well in sequence
5.4 A 1.3.1 Data tables have a linked title
5.5 A 1.3.1 Titles of data tables are relevant
5.6 A 1.3.1 Headers of data tables are declared
5.7 A 1.3.1 Cells of data tables are linked to their headers
5.8 A 1.3.1 Layout tables use no elements of data tables
6.1 A 1.1.1,2.4.4,2.5.3 Links are explicit
6.2 A 1.1.1,2.4.4 Links have a name
7.1 A 4.1.2 Scripts are compatible with assistive technologies
7.2 A 4.1.2 Alternatives of scripts are relevant
7.3 A 2.1.1 Scripts can be controlled with any device
7.4 A 3.2.1,3.2.2 Users are warned of changes of context
7.5 AA 4.1.3 Status messages reach assistive technologies
8.1 A 4.1.1 Pages declare a document type
8.2 A 4.1.1 The generated code is valid for its document type
8.3 A 3.1.1 Pages declare a default language
8.4 A 3.1.1 The declared language is right
8.5 A 2.4.2 Pages have a title
8.6 A 2.4.2 Titles of pages are relevant
8.7 AA 3.1.2 Changes of language are marked
8.8 AA 3.1.2 Marked changes of language are right
8.9 A 1.3.1 Elements are not used for their looks alone
8.10 A 1.3.2 Changes of reading direction are marked
9.1 A 1.3.1,2.4.1,2.4.6,4.1.2 Headings structure the information
9.2 A 1.3.1 The structure of the document is coherent
9.3 A 1.3.1 Lists are structured as lists
9.4 A 1.3.1 Quotations are marked as quotations
10.1 A 1.3.1 Style sheets control the presentation
10.2 A 1.1.1,1.3.1 Visible content is there without style sheets
10.3 A 1.3.2 Information is understandable without style sheets
10.4 AA 1.4.4 Text stays readable at 200 %
10.5 AA 1.4.3 Colours of text and background are declared together
10.6 A 1.4.1 Links in text are visible as links
10.7 AA 2.4.7 The focus is visible
10.8 A 1.3.2,4.1.2 Hidden content is ignored by assistive technologies where it should be
10.9 A 1.3.3,1.4.1 Information is not given by shape, size or position alone
10.10 A 1.3.3,1.4.1 Given shape, size or position is relevant
10.11 AA 1.4.10 Content reflows without two-way scrolling
10.12 AA 1.4.12 Text spacing can be changed without loss
10.13 AA 1.4.13 Content on hover or focus can be controlled
10.14 A 2.1.1 Content shown by styles alone is reachable by keyboard
11.1 A 1.3.1,2.4.6,3.3.2,4.1.2 Form fields have a label
11.2 A 2.4.6,2.5.3,3.3.2 Labels of form fields are relevant
11.3 AA 3.2.4 Labels of the same function are consistent
11.4 A 3.3.2 Labels stand beside their fields
11.5 A 1.3.1,3.3.2 Fields of the same kind are grouped where needed
11.6 A 1.3.1,3.3.2 Groups of fields have a legend
11.7 A 1.3.1,3.3.2 Legends of groups are relevant
11.8 A 1.3.1 Items of choice lists are grouped well
11.9 A 2.5.3,4.1.2 Names of buttons are relevant
11.10 A 3.3.1,3.3.2 Input checks are used well
11.11 AA 3.3.3 Input checks suggest corrections where needed
11.12 AA 3.3.4 Important data can be changed, checked or taken back
11.13 AA 1.3.5 The purpose of fields can be known for filling in
12.1 AA 2.4.5 There are two ways of navigation
12.2 AA 3.2.3 Menus stay in the same place
12.3 AA 2.4.5 The site map is relevant
12.4 AA 2.4.5,3.2.3 The site map is reached the same way everywhere
12.5 AA 3.2.3 The search is reached the same way everywhere
12.6 A 1.3.1,2.4.1,4.1.2 Regions of content can be reached or skipped
12.7 A 2.4.1 There is a link to skip to the main content
12.8 A 2.4.3 The tab order is coherent
12.9 A 2.1.2 There are no keyboard traps
12.10 A 2.1.4 Single-key shortcuts can be controlled
12.11 A 2.1.1 Additional content is reachable by keyboard
13.1 A 2.2.1 Time limits can be controlled
13.2 A 3.2.1 No new window opens without the user's action
13.3 A - Office documents for download have an accessible version
13.4 A - Accessible versions of documents give the same information
13.5 A 1.1.1 Cryptic content has an alternative
13.6 A 1.1.1 Alternatives of cryptic content are relevant
13.7 A 2.3.1 Sudden changes of light and flashes are used well
13.8 A 2.2.2 Moving or blinking content can be controlled
13.9 AA 1.3.4 Content works in any orientation
13.10 A 2.5.1 Complex gestures have a simple alternative
13.11 A 2.5.2 Pointer actions can be cancelled
13.12 A 2.5.4 Motion of the device has an alternative
`;
