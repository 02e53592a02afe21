import type { World } from '../../scan/page.js';
import type { SendCommand } from '../../scan/tab.js';
import { COMMON, type RuleResult } from './world.js';

/** What is meant to be wide (tables, pictures, maps, code) may scroll by itself; whether the page may, a person can tell. */
const REFLOW = String.raw`(() => {
  ${COMMON}
  const WIDE = 'table, img, svg, canvas, video, iframe, object, embed, pre, [role=toolbar], [role=grid], [role=img]';
  if (document.scrollingElement.scrollWidth <= innerWidth + 1) return [];
  const wide = [...document.body.querySelectorAll('*')].filter((element) => {
    const { right, width, height } = element.getBoundingClientRect();
    if (right + scrollX <= innerWidth + 1 || width < 2 || height < 2 || !isShown(element)) return false;
    for (let at = element.parentElement; at && at !== document.body; at = at.parentElement)
      if (getComputedStyle(at).overflowX !== 'visible') return false;
    return true;
  });
  const innermost = wide.filter((element) => !wide.some((other) => other !== element && element.contains(other)));
  const causes = [...new Set(innermost.map((element) => element.closest(WIDE) || element))];
  return causes.slice(0, 20).map((element) => ({ isWide: element.closest(WIDE) !== null, node: nodeOf(element, 'Extends ' + Math.round(element.getBoundingClientRect().right - innerWidth) + ' pixels beyond a window of 320 pixels.') }));
})()`;

const NARROW = { width: 320, height: 640, deviceScaleFactor: 1, mobile: false };

/** 1.4.10: scrolling sideways at 320 pixels. */
export async function reflow(send: SendCommand, world: World): Promise<RuleResult[]> {
  await send('Emulation.setDeviceMetricsOverride', NARROW);
  await settled(world);
  const found = await world<{ isWide: boolean; node: RuleResult['nodes'][number] }[]>(REFLOW);
  const nodesWhere = (isWide: boolean) => found.filter((one) => one.isWide === isWide).map(({ node }) => node);
  return [
    { id: 'reflow', nodes: nodesWhere(false) },
    { id: 'reflow', nodes: nodesWhere(true), needsReview: true },
  ];
}

/** Waits until the page has been laid out and drawn anew. */
const settled = (world: World): Promise<void> =>
  world('new Promise((drawn) => { requestAnimationFrame(() => setTimeout(drawn, 50)); setTimeout(drawn, 500); })');

const CLIPPING = String.raw`
  ${COMMON}
  const cutOff = () => new Set([...document.body.querySelectorAll('*')].filter((element) => {
    const style = getComputedStyle(element);
    if (style.overflowX === 'visible' && style.overflowY === 'visible') return false;
    const scrolls = (value) => value === 'auto' || value === 'scroll';
    const isCut = (!scrolls(style.overflowY) && style.overflowY !== 'visible' && element.scrollHeight > element.clientHeight + 2) ||
      (!scrolls(style.overflowX) && style.overflowX !== 'visible' && element.scrollWidth > element.clientWidth + 2);
    return isCut && element.innerText && element.innerText.trim() !== '' && isShown(element) && !isForReadersOnly(element);
  }));
`;

const SPACING = String.raw`(async () => {
  ${CLIPPING}
  const before = cutOff();
  const style = document.createElement('style');
  style.textContent = '* { line-height: 1.5 !important; letter-spacing: 0.12em !important; word-spacing: 0.16em !important } p { margin-bottom: 2em !important }';
  document.head.append(style);
  await new Promise((laidOut) => setTimeout(laidOut, 50));
  const cut = [...cutOff()].filter((element) => !before.has(element));
  const inner = cut.filter((element) => !cut.some((other) => other !== element && element.contains(other)));
  const found = inner.slice(0, 20).map((element) => ({ isShortened: getComputedStyle(element).textOverflow === 'ellipsis', node: nodeOf(element, 'The text is cut off with the text spacing of 1.4.12.') }));
  style.remove();
  return found;
})()`;

/** 1.4.12: text that is cut off with more spacing; what is shortened with an ellipsis may be there in full elsewhere. */
export async function textSpacing(world: World): Promise<RuleResult[]> {
  const found = await world<{ isShortened: boolean; node: RuleResult['nodes'][number] }[]>(SPACING);
  const nodesWhere = (isShortened: boolean) =>
    found.filter((one) => one.isShortened === isShortened).map(({ node }) => node);
  return [
    { id: 'text-spacing', nodes: nodesWhere(false) },
    { id: 'text-spacing', nodes: nodesWhere(true), needsReview: true },
  ];
}

/** What is drawn by a background alone is what forced colours take away: a mask, an empty box, a shadow. */
const VANISHED = String.raw`(() => {
  ${COMMON}
  const PARTS = [null, '::before', '::after'];
  const drawn = (element, part) => {
    const style = getComputedStyle(element, part);
    if (part !== null && (style.content === 'none' || style.content === 'normal')) return undefined;
    return style;
  };
  const isClear = (colour) => /^rgba\(.*, 0\)$|^transparent$/.test(colour);
  const behind = (element) => {
    for (let at = element.parentElement; at; at = at.parentElement) {
      const colour = getComputedStyle(at).backgroundColor;
      if (!isClear(colour)) return colour;
    }
    return 'canvas';
  };
  const probe = document.createElement('span');
  probe.style.color = 'Canvas';
  document.body.append(probe);
  const canvas = getComputedStyle(probe).color;
  probe.remove();
  const elements = document.body.querySelectorAll('button, a[href], [role=button], [role=link], [role=img], [role=switch], [role=checkbox], [role=radio], [role=progressbar], [role=meter], [role=slider], i, span');
  return [...elements].filter((element) => {
    if (element.textContent.trim() !== '' || element.querySelector('img, svg, canvas, video, input') || !isShown(element) || isForReadersOnly(element)) return false;
    if (element.matches('i, span') && element.closest('button, a[href], [role=button], [role=link]') === null && !element.hasAttribute('aria-label')) return false;
    const { width, height } = element.getBoundingClientRect();
    if (width < 4 || height < 4) return false;
    const ground = behind(element) === 'canvas' ? canvas : behind(element);
    let wasDrawn = false;
    for (const part of PARTS) {
      const style = drawn(element, part);
      if (!style) continue;
      const hasMask = style.maskImage !== 'none' || style.webkitMaskImage !== 'none';
      if (part !== null && !/^(none|normal|"")$/.test(style.content)) return false;
      if (style.backgroundImage !== 'none' && !hasMask) return false;
      if (['Top', 'Right', 'Bottom', 'Left'].some((side) => style['border' + side + 'Style'] !== 'none' && parseFloat(style['border' + side + 'Width']) > 0)) return false;
      if (style.forcedColorAdjust === 'none' && !isClear(style.backgroundColor)) return false;
      if (hasMask || !isClear(style.backgroundColor)) wasDrawn = true;
      if (!isClear(style.backgroundColor) && style.backgroundColor !== ground) return false;
    }
    return wasDrawn && !element.querySelector(':scope *');
  }).slice(0, 20).map((element) => nodeOf(element, 'It is visible by its background only, which forced colours remove.'));
})()`;

/** Forced colours: what vanishes; whether it means anything, a person can tell. */
export async function forcedColours(send: SendCommand, world: World): Promise<RuleResult[]> {
  await send('Emulation.setEmulatedMedia', { features: [{ name: 'forced-colors', value: 'active' }] });
  await settled(world);
  try {
    return [{ id: 'forced-colors', nodes: await world(VANISHED), needsReview: true }];
  } finally {
    await send('Emulation.setEmulatedMedia', { features: [] });
  }
}
