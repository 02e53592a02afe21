import { document, page, site } from './sites.js';

const LINKS = '<p><a href="#one">One</a> <a href="#two">Two</a> <button>Three</button></p>';

/** Pages with what each check finds: the rule, the element, and `?` where only a person can tell. */
const PAGES: Record<string, { html: string; found: string[] }> = {
  '/right': {
    html: document(
      'Right',
      `${LINKS}<table><tr><td>1</td></tr></table><div style="overflow:auto;max-width:100%"><div style="width:900px">Wide</div></div>`,
    ),
    found: [],
  },
  '/reflow': { html: document('Reflow', '<div id="wide" style="width:800px">Words</div>'), found: ['reflow #wide'] },
  '/reflow-table': {
    html: document('Reflow', '<table id="t" style="width:800px"><tr><td>Words</td></tr></table>'),
    found: ['reflow #t ?'],
  },
  '/spacing': {
    html: document(
      'Spacing',
      '<div id="cut" style="height:22px;width:300px;overflow:hidden;line-height:1.1">These words fill up one line well</div>',
    ),
    found: ['text-spacing #cut'],
  },
  '/ellipsis': {
    html: document(
      'Ellipsis',
      '<div id="cut" style="height:40px;width:240px;overflow:hidden;white-space:nowrap;text-overflow:ellipsis">These words fill up one line ok</div>',
    ),
    found: ['text-spacing #cut ?'],
  },
  '/forced': {
    html: document(
      'Forced',
      '<button id="icon" aria-label="Close" style="border:0;width:30px;height:30px;background:#000;mask-image:linear-gradient(#000,#000)"></button>',
    ),
    found: ['forced-colors #icon ?'],
  },
  '/focus': {
    html: document(
      'Focus',
      '<p><a href="/x">Seen</a> <a id="unseen" href="/y" style="outline:0">Unseen</a> <a href="/z">Seen</a></p>',
    ),
    found: ['focus-visible #unseen'],
  },
  '/trap': {
    html: document(
      'Trap',
      '<p><button>First</button> <button id="held">Held</button> <button>Never</button></p><script>held.onkeydown = (event) => event.key === "Tab" && event.preventDefault()</script>',
    ),
    found: ['keyboard-trap #held'],
  },
  '/skip': {
    html: document('Skip', LINKS).replace('<body>', '<body><a id="skip" href="#nowhere">To the content</a>'),
    found: ['skip-link #skip'],
  },
  '/skip-right': {
    html: document('Skip', LINKS)
      .replace('<body>', '<body><a id="skip" href="#content">To the content</a>')
      .replace('<main>', '<main id="content">'),
    found: [],
  },
};

/** Serves them; `expected` is what is found on each. */
export async function checkedSite() {
  const { base, close } = await site((path, _request, response) =>
    page(response, PAGES[path]?.html ?? document('None', ''), PAGES[path] ? 200 : 404),
  );
  const expected = Object.fromEntries(Object.entries(PAGES).map(([path, { found }]) => [path, found]));
  return { base, close, expected };
}
