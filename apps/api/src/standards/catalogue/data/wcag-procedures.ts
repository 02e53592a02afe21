/**
 * How a person examines each success criterion of WCAG 2, in Markdown: in short, and in our own words. What decides is
 * the criterion itself, which W3C explains.
 */
export const WCAG_PROCEDURES: Readonly<Record<string, string>> = {
  '1.1.1':
    'Look at each picture, icon, chart, and control made of one. Its text alternative (accessibility tree, or a screen reader) says what it says or does. What only decorates has an empty alternative or is hidden, and a CAPTCHA says what it is for and offers another way.',
  '1.2.1':
    'Play each recording that is sound alone or picture alone. Sound has a transcript beside it with all that is said and heard; a film without sound has a text or a sound track that tells what is seen.',
  '1.2.2':
    'Play each recorded video with sound, and turn its captions on. They have all that is said, who says it, and sounds that matter, in step with the picture; captions that a program has made count once a person has corrected them.',
  '1.2.3':
    'Watch each recorded video without the picture. What it shows and does not say is told by audio description, or in a full text beside it.',
  '1.2.4':
    'Follow each live broadcast with sound. Captions say what is said while it is said, with sounds that matter.',
  '1.2.5':
    'Listen to each recorded video without looking. What is seen and not said is described in a sound track, as far as pauses allow; where all is said already, nothing is missing.',
  '1.2.6': 'Play each recorded video with sound. All that is said is also shown in sign language.',
  '1.2.7':
    'Find scenes whose pauses are too short to describe what is seen. There is a version that stops the picture for the description.',
  '1.2.8':
    'For each recorded video, find a text that tells all of it in order: what is said, heard, seen and shown. For a film without sound too.',
  '1.2.9': 'Follow each live broadcast of sound alone. Its words are told as text while they are said.',
  '1.3.1':
    'Compare what the eye sees with what the markup says: headings and their levels, lists, tables with header cells, groups of fields with a legend, labels, quotations, regions. Whatever is shown by size, place or lines has an element, a role or a text that says the same.',
  '1.3.2':
    'Read the page in the order of the source, or with a screen reader. Wherever the order matters, such as columns, steps and dialogs, it makes sense.',
  '1.3.3':
    'Look for instructions that name a shape, a size, a place or a sound ("the round button on the right"). Each also says the name of what is meant.',
  '1.3.4':
    'Turn the device, or change the window from wide to tall. Everything shows and works both ways, unless one of them is essential.',
  '1.3.5':
    'Find the fields that ask for the person’s own data, such as name, address, telephone and card. Each has the fitting `autocomplete` value, or another technique that browsers understand.',
  '1.3.6':
    'Look at landmarks, icons and controls whose meaning is conventional. Their purpose stands in the markup, so that programs can show other symbols or leave out regions.',
  '1.4.1':
    'Look for what is told by colour: links within text, states, required fields, errors, series of charts. Seen in grey, each can still be told apart, by text, an underline, a pattern or 3:1 contrast to its surroundings with a further sign at focus and hover.',
  '1.4.2':
    'Load the page and listen. Sound that begins by itself and lasts more than three seconds can be stopped, or its volume changed apart from that of the system, near the start of the page.',
  '1.4.3':
    'Measure text against its background, in all states and over pictures at the worst place. 4.5:1, or 3:1 from 24 CSS pixels (bold from 18.66). What is inactive, decorates, or is a logo does not count.',
  '1.4.4': 'Zoom the text or the page to 200 %. Nothing is cut off, covers something else or stops working.',
  '1.4.5':
    'Look for words in pictures. Text is used in their place, unless the picture can be adapted by the reader, or its look is essential, as of a logo.',
  '1.4.6': 'Measure text against its background in all states. 7:1, or 4.5:1 from 24 CSS pixels (bold from 18.66).',
  '1.4.7':
    'Listen to recordings of speech. Behind the words there is no sound, it can be turned off, or it is 20 dB softer.',
  '1.4.8':
    'Look at blocks of text. Colours can be chosen, lines have 80 characters at most (40 for CJK), nothing is justified, lines stand 1.5 apart and paragraphs 1.5 times that, and at 200 % nobody scrolls sideways to read a line.',
  '1.4.9': 'Look for words in pictures. There are none, but for decoration and what is essential, such as logos.',
  '1.4.10':
    'Set the window to 320 CSS pixels of width, or zoom 1280 to 400 %; for text that runs vertically 256 of height. All content and functions are there without scrolling in two directions, but for parts that need two dimensions, such as maps and data tables.',
  '1.4.11':
    'Measure the edges and states of controls, their focus indicators, and parts of graphics that must be seen to understand them, against what lies next to them. 3:1. What is inactive, or looks as the browser makes it, does not count.',
  '1.4.12':
    'Set line height to 1.5, space after paragraphs to 2, letter spacing to 0.12 and word spacing to 0.16 times the font size, by a bookmarklet or a style sheet. No text is cut off, hidden or covered, and everything still works.',
  '1.4.13':
    'Have tooltips, menus and other content appear by hover and by focus. It can be dismissed without moving (Escape), the pointer can move onto it, and it stays until it is left or dismissed.',
  '2.1.1':
    'Put the mouse away. With Tab, Shift+Tab, Enter, Space, arrows and Escape, reach and use all that a mouse can, also what appears by hover or dragging. What depends on the path of a movement does not count.',
  '2.1.2':
    'Go through the page with the keyboard alone, into players, editors, frames and dialogs. The focus can leave each by Tab, arrows or Escape, or by keys that are told beforehand.',
  '2.1.3': 'As 2.1.1, without any exception: everything works by keyboard.',
  '2.1.4':
    'Find commands by a single letter, digit or sign. Each can be turned off, given other keys, or works only while its control has the focus.',
  '2.2.1':
    'Find time limits: sessions, carts, messages that go, pages that load anew. Each can be turned off, changed tenfold, or extended by a simple action after a warning, at least 20 seconds before and ten times; limits of real-time events, essential ones and those above 20 hours do not count.',
  '2.2.2':
    'Look for what moves, blinks or scrolls by itself for more than five seconds beside other content, and what updates by itself. It can be paused, stopped or hidden, and updates can be paused or their frequency set.',
  '2.2.3': 'Look for anything that must be done in time. There is none, but for real-time events and media.',
  '2.2.4': 'Find interruptions: messages, updates, chats. They can be put off or turned off, but for emergencies.',
  '2.2.5':
    'Let the session end in the middle of a task, and sign in again. One goes on where one was, with all that was entered.',
  '2.2.6':
    'Find out how long data is kept while nobody acts. Whoever could lose data is told beforehand how long, unless it is kept for more than 20 hours.',
  '2.3.1':
    'Look for flashes, in videos and animations too. There are no more than three in any second, or they are below the thresholds for general and red flashes; measure where in doubt (PEAT, or a program like it).',
  '2.3.2': 'Look for flashes. Nothing flashes more than three times in any second, however small it is.',
  '2.3.3':
    'Act on the page: scroll, open, drag. Motion that follows can be turned off, or goes with the setting for reduced motion, unless it is essential.',
  '2.4.1':
    'From the top of the page, look for a way past blocks that repeat: a link to the content that works and shows at focus, headings, or landmarks around navigation and content.',
  '2.4.2':
    'Read the title of the page in its tab or by a screen reader. It says what the page is about, and tells it from others; in applications it changes with the view.',
  '2.4.3':
    'Go through the page with Tab. The order follows the sense: dialogs receive the focus and give it back, what opens comes next, and nothing hidden is reached.',
  '2.4.4':
    'Read each link with its sentence, list item, cell, heading or description. It is clear where it leads; links of one name lead to the same.',
  '2.4.5':
    'Look for at least two ways to find each page of the site, such as navigation, search, a site map or lists of links; steps of a process do not count.',
  '2.4.6': 'Read headings and labels alone. Each tells the topic or the purpose, and no two of one page mislead.',
  '2.4.7':
    'Go through the page with Tab. At each stop it is visible where the focus is, in all themes and on all backgrounds.',
  '2.4.8':
    'Open a page within the site. It tells where one is: a path, a marked entry of the navigation, or a site map.',
  '2.4.9': 'Read the links alone, as in a list of links. Each name says where it leads without what stands around it.',
  '2.4.10': 'Read long content. Its sections have headings.',
  '2.4.11':
    'Go through the page with Tab, with bars, banners and dialogs that stay in place. What has the focus is never wholly covered by content of the author.',
  '2.4.12': 'As 2.4.11: no part of what has the focus is covered.',
  '2.4.13':
    'Measure the focus indicator. Its area is at least as large as an outline of two CSS pixels around the component, and its pixels change by 3:1 between focused and not.',
  '2.5.1':
    'Look for gestures of several fingers or along a path: pinching, swiping, drawing. The same is possible by single taps or clicks, unless the path is essential.',
  '2.5.2':
    'Press on controls, move away and let go. Nothing happens on pressing alone: it happens on release and can be aborted or undone, or the release reverses it.',
  '2.5.3':
    'Compare the visible label of each control with its accessible name. The name has the words of the label, best at its start; try by voice control.',
  '2.5.4':
    'Look for functions by shaking, tilting or gestures before a camera. There are controls for the same, and the reaction to motion can be turned off.',
  '2.5.5':
    'Measure targets of the pointer. 44 by 44 CSS pixels at least, but for links in sentences, those with another of that size, those of the browser and essential ones.',
  '2.5.6': 'Use keyboard, mouse, touch and pen in turns. No input that the platform has is blocked.',
  '2.5.7':
    'Find what works by dragging: sliders, sorting, maps, drop zones. The same is possible by clicks or taps without dragging, unless dragging is essential.',
  '2.5.8':
    'Measure targets of the pointer. 24 by 24 CSS pixels at least, or so far apart that circles of 24 pixels on their centres touch no other target or its circle; links in sentences, those with an equivalent, those of the browser and essential ones do not count.',
  '3.1.1': 'Look at `lang` of the `html` element. It is valid, and the language of most of the page.',
  '3.1.2':
    'Look for passages in another language: quotations, names of language versions, phrases. Each has its `lang`, but for proper names, technical terms and words that have become part of the language.',
  '3.1.3':
    'Look for jargon, idioms and words with unusual senses. Their meaning is within reach: in place, or in a glossary.',
  '3.1.4':
    'Look for abbreviations. What they stand for is said at their first use, by a link, in a glossary or by `abbr`.',
  '3.1.5':
    'Judge the texts, without proper names and titles. Where they need more than nine years of school, there is a simpler version, a summary or pictures that explain.',
  '3.1.6': 'Look for words whose sense is open without their sound. Their pronunciation is told.',
  '3.2.1':
    'Set the focus on each component. Nothing opens, no form is sent, no page changes and the focus does not move on by it.',
  '3.2.2':
    'Change each field, choice and switch. The context does not change by it, unless that is told before: a button sends the form.',
  '3.2.3': 'Compare several pages of the site. Navigation that repeats comes in the same relative order on each.',
  '3.2.4':
    'Compare components with the same function on several pages. They have the same names, labels and text alternatives.',
  '3.2.5': 'Look for changes of context that nobody asked for. There is none, or it can be turned off.',
  '3.2.6':
    'Look for ways to help on several pages: contact, chat, questions and answers. They come in the same order relative to the rest of each.',
  '3.3.1':
    'Send forms with faults and without required values. Each field in error is named, and the error is described in text, which a screen reader reaches.',
  '3.3.2':
    'Look at each field. A visible label says what it asks for; required fields, formats and limits are told before.',
  '3.3.3':
    'Send values that are wrong in ways the service can tell. The message suggests how to correct them, unless that would endanger security.',
  '3.3.4':
    'Go through what binds people in law, moves money, or changes or deletes their data. It can be undone, is checked and can be corrected, or is confirmed after a review.',
  '3.3.5':
    'Look at forms that ask for text. Help that fits the context is there: instructions, examples, a way to ask.',
  '3.3.6': 'As 3.3.4, for everything that people send.',
  '3.3.7':
    'Go through each process of several steps. What was entered before is filled in or can be chosen, unless it is asked again for security, or has become invalid.',
  '3.3.8':
    'Sign up, sign in and reset a password. No step asks to remember, transcribe or solve: managers and pasting work, or there is another way, or help; recognising objects or own content is allowed.',
  '3.3.9': 'As 3.3.8, and no step asks to recognise objects or one’s own content.',
  '4.1.1':
    'WCAG 2.2 has removed it, and W3C takes it as met for HTML in earlier versions. Elsewhere: elements are complete and nested as they may be, and ids are unique.',
  '4.1.2':
    'Look at each control in the accessibility tree, and use it with a screen reader. Name, role, value and state (checked, expanded, selected) are right, and change when it changes; frames have titles.',
  '4.1.3':
    'Cause messages that do not take the focus: results found, added to the cart, saved, errors. They are in live regions (`status`, `alert`, `log`), so that a screen reader says them; listen.',
};
