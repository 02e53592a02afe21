import type { World } from '../../scan/page.js';
import type { SendCommand } from '../../scan/tab.js';
import { COMMON, type RuleResult } from './world.js';

const MOST_STEPS = 100;

/** Kept in the world of ours, so that a page cannot change it. */
const BEGIN = String.raw`(() => {
  ${COMMON}
  const PROPERTIES = ['outlineStyle', 'outlineWidth', 'outlineColor', 'outlineOffset', 'boxShadow', 'borderTopColor', 'borderTopWidth', 'borderTopStyle', 'borderRightColor', 'borderBottomColor', 'borderBottomWidth', 'borderBottomStyle', 'borderLeftColor', 'borderLeftWidth', 'backgroundColor', 'backgroundImage', 'color', 'textDecorationLine', 'textDecorationColor', 'textDecorationThickness', 'opacity', 'filter', 'transform', 'clip', 'clipPath', 'left', 'top', 'width', 'height', 'fontWeight', 'visibility', 'content', 'stroke', 'fill'];
  const deep = () => { let at = document.activeElement; while (at && at.shadowRoot && at.shadowRoot.activeElement) at = at.shadowRoot.activeElement; return at; };
  const around = (element) => {
    const near = [element];
    for (let at = element.parentElement, i = 0; at && i < 3; at = at.parentElement, i += 1) near.push(at);
    near.push(...[element.nextElementSibling, element.previousElementSibling].filter(Boolean), ...(element.labels || []), ...[...element.querySelectorAll('*')].slice(0, 10));
    return near;
  };
  const look = (element) => around(element).flatMap((one) => [null, '::before', '::after'].map((part) => {
    const style = getComputedStyle(one, part);
    if (part !== null && (style.content === 'none' || style.content === 'normal')) return '';
    // Browsers move an outline for the focus also where there is none.
    const hasOutline = style.outlineStyle !== 'none' && style.outlineWidth !== '0px';
    return PROPERTIES.map((name) => name.startsWith('outline') && !hasOutline ? '' : style[name]).join('|');
  })).join('\n');
  const style = document.createElement('style');
  style.textContent = '*, *::before, *::after { transition: none !important; animation: none !important; caret-color: transparent !important }';
  document.head.append(style);
  const tabbable = [...document.querySelectorAll('a[href], button, input:not([type=hidden], [type=radio]), select, textarea, summary, iframe, [tabindex], [contenteditable=""], [contenteditable=true], audio[controls], video[controls]')]
    .filter((element) => element.tabIndex >= 0 && !element.disabled && isShown(element) && !element.closest('[inert]'));
  const state = { visited: [], atRest: new Map(), invisible: [], last: null };
  globalThis.curbcutTabbing = {
    // Each is compared with what it looked like while nothing had the focus.
    rest() {
      for (const element of tabbable.slice(0, 120)) if (!['IFRAME', 'OBJECT', 'EMBED'].includes(element.tagName)) state.atRest.set(element, look(element));
    },
    step() {
      const element = deep();
      const before = state.last;
      state.last = null;
      if (!element || element === document.body || element === document.documentElement) return { at: 'page' };
      const isRepeated = state.visited.includes(element);
      const isSame = before === element;
      if (!isRepeated) { state.visited.push(element); if (state.atRest.get(element) === look(element)) state.invisible.push(element); }
      state.last = element;
      return { at: isSame ? 'same' : isRepeated ? 'again' : 'new', isFrame: element.tagName === 'IFRAME' };
    },
    result() {
      const left = tabbable.filter((element) => element.isConnected && isShown(element) && !state.visited.includes(element));
      const isModal = document.querySelector('dialog:modal, [aria-modal=true]') !== null;
      return { invisible: state.invisible.slice(0, 20).map((element) => nodeOf(element, 'The element looks the same with and without focus.')), left: isModal ? 0 : left.length, visited: state.visited.length,
        held: state.last ? [nodeOf(state.last, 'The Tab key does not move the focus past this element.')] : [] };
    },
    skipLink() {
      const element = deep();
      const href = element && element.tagName === 'A' ? element.getAttribute('href') : null;
      if (!href || !/^#./.test(href)) return null;
      let id = href.slice(1);
      try { id = decodeURIComponent(id); } catch {}
      state.skip = element;
      state.target = document.getElementById(id) || document.querySelector('a[name="' + CSS.escape(id) + '"]');
      return { hasTarget: state.target !== null, node: nodeOf(element, state.target ? 'Activating the link does not move the focus.' : 'The target of the link is not in the page.') };
    },
    skipped() {
      const element = deep();
      if (!element || element === document.body) return true;
      return state.target === element || (state.target.compareDocumentPosition(element) & (4 | 16)) !== 0;
    },
    // The page begins anew at its top.
    rewind() {
      if (document.activeElement) document.activeElement.blur();
      const start = document.createElement('span');
      start.tabIndex = -1;
      document.body.prepend(start);
      start.focus({ preventScroll: false });
      start.blur();
      start.remove();
      scrollTo(0, 0);
    },
    end() { style.remove(); delete globalThis.curbcutTabbing; },
  };
})()`;

const callScript = <T>(world: World, act: string): Promise<T> => world<T>(`globalThis.curbcutTabbing.${act}()`);

async function press(send: SendCommand, key: 'Tab' | 'Enter', isBack = false): Promise<void> {
  const common = { key, code: key, windowsVirtualKeyCode: key === 'Tab' ? 9 : 13, modifiers: isBack ? 8 : 0 };
  await send('Input.dispatchKeyEvent', {
    type: key === 'Enter' ? 'keyDown' : 'rawKeyDown',
    ...common,
    ...(key === 'Enter' ? { text: '\r' } : {}),
  });
  await send('Input.dispatchKeyEvent', { type: 'keyUp', ...common });
}

/** 2.4.7, 2.1.2 and 2.4.1: a hundred steps with the key Tab. */
export async function tabbing(send: SendCommand, world: World): Promise<RuleResult[]> {
  await send('Emulation.setFocusEmulationEnabled', { enabled: true });
  await world(BEGIN);
  await callScript(world, 'rewind');
  await callScript(world, 'rest');
  let isHeld = false;
  let isRound = false;
  let skip: { hasTarget: boolean; node: RuleResult['nodes'][number] } | null = null;
  for (let step = 0, same = 0; step < MOST_STEPS; step += 1) {
    await press(send, 'Tab');
    const { at, isFrame } = await callScript<{ at: string; isFrame?: boolean }>(world, 'step');
    if (step === 0) skip = await callScript(world, 'skipLink');
    // Inside of a frame the focus moves on, though the frame has it all the time.
    same = at === 'same' && !isFrame ? same + 1 : 0;
    if (same === 3) isHeld = true;
    if (at === 'again') isRound = true;
    if (isHeld || isRound || (at === 'page' && step > 0)) break;
  }
  const { invisible, left, held } = await callScript<{
    invisible: RuleResult['nodes'];
    left: number;
    visited: number;
    held: RuleResult['nodes'];
  }>(world, 'result');
  const isTrapped = isHeld && left > 0 && (await staysBackwards(send, world));
  const results: RuleResult[] = [
    { id: 'focus-visible', nodes: invisible },
    { id: 'keyboard-trap', nodes: isTrapped ? held : [] },
    // Going round within a part may be a dialog that says not that it is one.
    { id: 'keyboard-trap', nodes: isRound && left > 0 ? held : [], needsReview: true },
    { id: 'skip-link', nodes: skip && (!skip.hasTarget || !(await leads(send, world))) ? [skip.node] : [] },
  ];
  await callScript(world, 'end');
  return results;
}

async function staysBackwards(send: SendCommand, world: World): Promise<boolean> {
  await press(send, 'Tab', true);
  return (await callScript<{ at: string }>(world, 'step')).at === 'same';
}

/** Whether the first link of a page, which leads to a part of it, takes the focus there. */
async function leads(send: SendCommand, world: World): Promise<boolean> {
  await callScript(world, 'rewind');
  await press(send, 'Tab');
  await press(send, 'Enter');
  await press(send, 'Tab');
  return callScript<boolean>(world, 'skipped');
}
