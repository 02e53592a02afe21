/** What a single key can do, and the key that it comes with. */
export const DEFAULT_KEYS = {
  next: 'j',
  previous: 'k',
  select: 'x',
  confirm: 'c',
  dismiss: 'd',
  edit: 'e',
  undo: 'u',
  passed: '1',
  failed: '2',
  inapplicable: '3',
  cannotTell: '4',
  untested: '5',
  search: '/',
  shortcuts: '?',
} as const;

/** Something that a single key does. */
export type Action = keyof typeof DEFAULT_KEYS;

/** The key of each action. */
export type Keys = Record<Action, string>;

/** The keys as somebody has them: those that it comes with, but for what they chose. */
export function keysOf(chosen: Readonly<Record<string, string>>): Keys {
  const own = Object.entries(chosen).filter(([action]) => Object.hasOwn(DEFAULT_KEYS, action));
  return { ...DEFAULT_KEYS, ...Object.fromEntries(own) };
}

/** What of them is to be kept: the keys that are others than those that it comes with. */
export const chosenOf = (keys: Keys): Record<string, string> =>
  Object.fromEntries(Object.entries(keys).filter(([action, key]) => DEFAULT_KEYS[action as Action] !== key));

/** Another action that has this key already. */
export const takenBy = (keys: Keys, action: Action, key: string): Action | undefined =>
  (Object.keys(keys) as Action[]).find((other) => other !== action && keys[other] === key);

/** Where somebody types, chooses by letters, or is in a dialog or a menu. */
const BUSY =
  'input:not([type=checkbox], [type=radio], [type=button]), textarea, select, [contenteditable], [role=dialog], [role=menu], [role=listbox]';

/** What is asked of a keystroke. */
interface Keystroke {
  key: string;
  ctrlKey: boolean;
  metaKey: boolean;
  altKey: boolean;
  isComposing: boolean;
  defaultPrevented: boolean;
  target: { closest?: (selector: string) => unknown } | null;
}

/** What a keystroke does: nothing with another key held, nor where letters are typed. */
export function actionOf(keys: Keys, stroke: Keystroke): Action | undefined {
  if (stroke.ctrlKey || stroke.metaKey || stroke.altKey || stroke.isComposing || stroke.defaultPrevented)
    return undefined;
  if (stroke.target?.closest?.(BUSY)) return undefined;
  return (Object.keys(keys) as Action[]).find((action) => keys[action] === stroke.key);
}
