import { createHash } from 'node:crypto';
import type { World } from '../scan/page.js';
import type { SendCommand } from '../scan/tab.js';
import type { Picture } from './service.js';

const MOST_BYTES = 200_000;
const MARGIN = 16;
const WIDEST = 900;
const HIGHEST = 700;
/** The picture of a page takes as long as one of its elements, so a page of thousands of findings has these alone. */
const MOST_OF_PAGE = 20;

/** An element with its picture and what it is called. */
export interface Pictured {
  picture: Picture;
  alternative: string;
}

/** Takes the place of an element: where it stands in the page, after it was brought into view. */
const PLACE = String.raw`(selector) => {
  let element;
  try { element = document.querySelector(selector); } catch { return null; }
  if (!element) return null;
  element.scrollIntoView({ block: 'center', inline: 'center', behavior: 'instant' });
  const { left, top, width, height } = element.getBoundingClientRect();
  if (width < 1 || height < 1) return null;
  return { left, top, width, height, pageX: scrollX, pageY: scrollY, seen: [innerWidth, innerHeight] };
}`;

/** Hides texts that hold a secret, and fields that do, until they are shown again. */
const COVER = String.raw`(secrets) => {
  const undo = [];
  const holds = (text) => typeof text === 'string' && secrets.some((secret) => text.includes(secret));
  const cover = (element) => {
    const before = element.getAttribute('style');
    element.style.setProperty('visibility', 'hidden', 'important');
    undo.push(() => before === null ? element.removeAttribute('style') : element.setAttribute('style', before));
  };
  const walk = (root) => {
    for (const element of root.querySelectorAll('*')) {
      if (holds(element.value) || holds(element.placeholder)) cover(element);
      for (const node of element.childNodes) if (node.nodeType === 3 && holds(node.data)) { cover(element); break; }
      for (const place of ['::before', '::after']) if (holds(getComputedStyle(element, place).content)) cover(element);
      if (element.tagName === 'IFRAME' || element.tagName === 'FRAME') {
        let inner = null;
        try { inner = element.contentDocument; } catch { inner = null; }
        if (inner) walk(inner); else cover(element);
      }
      if (element.shadowRoot) walk(element.shadowRoot);
    }
  };
  walk(document);
  globalThis.curbcutUncover = () => undo.reverse().forEach((act) => act());
}`;

interface Place {
  left: number;
  top: number;
  width: number;
  height: number;
  pageX: number;
  pageY: number;
  visible: [number, number];
}

/**
 * Pictures of elements, by their selector; those that cannot be seen have none. Values of secrets are covered meanwhile, and
 * frames of other sites wherever there are secrets, since nobody can look into them.
 */
export async function picturesOf(
  { send, world }: { send: SendCommand; world: World },
  elements: ReadonlyMap<string, string>,
  { secrets, page }: { secrets: readonly string[]; page: string },
): Promise<Map<string, Pictured>> {
  const pictured = new Map<string, Pictured>();
  if (elements.size === 0) return pictured;
  if (secrets.length > 0) await world(`(${COVER})(${JSON.stringify(secrets)})`);
  try {
    for (const [selector, title] of [...elements].slice(0, MOST_OF_PAGE)) {
      const place = await world<Place | null>(`(${PLACE})(${JSON.stringify(selector)})`);
      const content = place ? await pictureAt(send, place) : undefined;
      if (!content) continue;
      const digest = createHash('sha256').update(content).digest('hex');
      const alternative = `${title}: ${await nameOf(send, world, selector)}, on the page ${page}`;
      pictured.set(selector, { picture: { digest, content }, alternative });
    }
  } finally {
    if (secrets.length > 0) await world('globalThis.curbcutUncover()');
  }
  return pictured;
}

async function pictureAt(send: SendCommand, place: Place): Promise<Buffer | undefined> {
  const [left, top] = [Math.max(0, place.left - MARGIN), Math.max(0, place.top - MARGIN)];
  const width = Math.min(WIDEST, place.visible[0] - left, place.width + (place.left - left) + MARGIN);
  const height = Math.min(HIGHEST, place.visible[1] - top, place.height + (place.top - top) + MARGIN);
  if (width < 1 || height < 1) return undefined;
  const clip = { x: left + place.pageX, y: top + place.pageY, width, height };
  for (const [quality, scale] of [
    [70, 1],
    [40, 0.7],
    [20, 0.4],
  ] as const) {
    const { data } = await send<{ data: string }>('Page.captureScreenshot', {
      ...{ format: 'webp', quality, clip: { ...clip, scale }, optimizeForSpeed: true },
    });
    const content = Buffer.from(data, 'base64');
    if (content.length <= MOST_BYTES) return content;
  }
  return undefined;
}

/** What assistive technology says of an element: its role and its name. */
async function nameOf(send: SendCommand, world: World, selector: string): Promise<string> {
  const objectId = await world<string>(`document.querySelector(${JSON.stringify(selector)})`, true);
  const { nodes } = await send<{ nodes: { role?: { value?: string }; name?: { value?: string } }[] }>(
    'Accessibility.getPartialAXTree',
    { objectId, fetchRelatives: false },
  );
  const role = nodes[0]?.role?.value;
  const name = nodes[0]?.name?.value?.trim().slice(0, 150);
  const kind = role === undefined || ['none', 'generic', 'ignored'].includes(role) ? 'an element' : role;
  return name ? `${kind} "${name}"` : `${kind} without a name`;
}
