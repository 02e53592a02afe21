import { useEffect, useRef } from 'react';
import { useMe } from '../app/session';
import { type Action, actionOf, keysOf } from './keys';

/** Single keys of a view, as the account has them; off: none. */
export function useShortcuts(does: Partial<Record<Action, () => void>>): void {
  const { shortcuts } = useMe().preferences;
  const now = useRef({ does, shortcuts });
  useEffect(() => {
    now.current = { does, shortcuts };
  });
  useEffect(() => {
    const press = (event: KeyboardEvent): void => {
      if (!now.current.shortcuts.on) return;
      const action = actionOf(keysOf(now.current.shortcuts.keys), {
        ...strokeOf(event),
        target: event.target as Element,
      });
      const run = action && now.current.does[action];
      if (!run) return;
      event.preventDefault();
      run();
    };
    document.addEventListener('keydown', press);
    return () => document.removeEventListener('keydown', press);
  }, []);
}

/** Its properties belong to its kind, and are copied with it by name alone. */
const strokeOf = ({ key, ctrlKey, metaKey, altKey, isComposing, defaultPrevented }: KeyboardEvent) => ({
  key,
  ctrlKey,
  metaKey,
  altKey,
  isComposing,
  defaultPrevented,
});
