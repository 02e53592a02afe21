/** What all checks of ours use inside a page. */
export const COMMON = String.raw`
  const selectorOf = (element) => {
    const parts = [];
    for (let at = element; at && at.nodeType === 1; at = at.parentElement) {
      if (at.id && document.querySelectorAll('#' + CSS.escape(at.id)).length === 1) { parts.unshift('#' + CSS.escape(at.id)); break; }
      const same = at.parentElement ? [...at.parentElement.children].filter((one) => one.tagName === at.tagName) : [];
      const tag = at.tagName.toLowerCase();
      parts.unshift(same.length > 1 ? tag + ':nth-of-type(' + (same.indexOf(at) + 1) + ')' : tag);
    }
    return parts.join(' > ');
  };
  const nodeOf = (element, summary) => ({ target: [selectorOf(element)], html: element.outerHTML.slice(0, 300), failureSummary: summary });
  const isShown = (element) => element.checkVisibility({ visibilityProperty: true, opacityProperty: true });
  const isForReadersOnly = (element) => {
    for (let at = element; at; at = at.parentElement) {
      const { clip, clipPath, position } = getComputedStyle(at);
      const { width, height } = at.getBoundingClientRect();
      if (position === 'absolute' && (width <= 1 || height <= 1 || clip.startsWith('rect') || clipPath.startsWith('inset(50%'))) return true;
    }
    return false;
  };
`;

/** What a rule says of a page, in the shape of axe-core. */
export interface RuleResult {
  id: RuleId;
  nodes: { target: string[]; html: string; failureSummary: string }[];
  /** Whether only a person can tell. */
  needsReview?: boolean;
}

/** The rules of ours, with their criteria of WCAG. */
export const RULES = {
  reflow: {
    help: 'Content must not scroll sideways in a window of 320 pixels',
    impact: 'serious',
    tags: ['wcag21aa', 'wcag1410'],
  },
  'text-spacing': {
    help: 'Text must not be cut off where readers widen its spacing',
    impact: 'serious',
    tags: ['wcag21aa', 'wcag1412'],
  },
  'forced-colors': {
    help: 'Controls and pictures must stay visible in forced colours',
    impact: 'serious',
    tags: ['wcag21aa', 'wcag1411'],
  },
  'focus-visible': {
    help: 'Keyboard focus must be visible',
    impact: 'serious',
    tags: ['wcag2aa', 'wcag247'],
  },
  'keyboard-trap': {
    help: 'Keyboard focus must not be trapped',
    impact: 'critical',
    tags: ['wcag2a', 'wcag212'],
  },
  'skip-link': {
    help: 'Skip links must lead to their target',
    impact: 'moderate',
    tags: ['wcag2a', 'wcag241'],
  },
} as const;
type RuleId = keyof typeof RULES;
