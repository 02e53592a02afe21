import { type ReactNode, useRef, useState } from 'react';
import { usePart } from '../app/use-part';
import { buttonClass } from './button';
import type { MenuEntry } from './menu-items';
import styles from './menu.module.css';

interface Props {
  /** The name of its button; what it shows may be shorter. */
  name: string;
  children: ReactNode;
  entries: readonly MenuEntry[];
  placement?: 'bottom start' | 'bottom end';
  /** It looks like the buttons beside it. */
  isFramed?: boolean;
  /** Before it is shown, as where its entries are read then. */
  onOpen?: () => void;
  /** Where it has no entries. */
  empty?: string;
}

/** Where the focus begins: at an entry for the keyboard, else at the menu itself. */
type Beginning = 'first' | 'last' | true;

const loadItems = () => import('./menu-items');

/** A button that opens a menu. */
export function Menu({ name, children, isFramed = false, onOpen, placement = 'bottom end', ...shown }: Props) {
  const button = useRef<HTMLButtonElement>(null);
  const [part, want] = usePart(loadItems);
  const [openAt, setOpenAt] = useState<Beginning>();
  const open = async (at: Beginning): Promise<void> => {
    if (!(await want())) return;
    // Enter comes as a click without a pointer. The library would take it for one of a screen reader, delay the focus, and
    // drop it where the button has lost it meanwhile.
    if (at !== true) (await loadItems()).setInteractionModality('keyboard');
    onOpen?.();
    setOpenAt(at);
  };
  return (
    <>
      <button
        ref={button}
        type="button"
        aria-label={name}
        aria-haspopup="menu"
        aria-expanded={openAt !== undefined}
        className={isFramed ? buttonClass('secondary') : styles.trigger}
        // A press by the keyboard has no clicks.
        onClick={({ detail }) => void open(detail === 0 ? 'first' : true)}
        onKeyDown={(event) => {
          if (event.key !== 'ArrowDown' && event.key !== 'ArrowUp') return;
          event.preventDefault();
          void open(event.key === 'ArrowDown' ? 'first' : 'last');
        }}
      >
        {children}
        <svg width="12" height="12" viewBox="0 0 12 12" aria-hidden="true">
          <path
            d="M2 4l4 4 4-4"
            fill="none"
            stroke="currentColor"
            strokeWidth="2"
            strokeLinecap="round"
            strokeLinejoin="round"
          />
        </svg>
      </button>
      {part && openAt !== undefined && (
        <part.MenuItems {...{ name, placement, button, openAt }} {...shown} onClose={() => setOpenAt(undefined)} />
      )}
    </>
  );
}
