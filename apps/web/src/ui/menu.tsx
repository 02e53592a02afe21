import type { ReactNode } from 'react';
import { Button } from 'react-aria-components/Button';
import { Menu as Items, MenuItem, MenuTrigger } from 'react-aria-components/Menu';
import { Popover } from 'react-aria-components/Popover';
import { buttonClass } from './button';
import styles from './menu.module.css';

/** One thing of a menu: a view to go to, or something to do. */
export interface MenuEntry {
  label: string;
  onAction: () => void;
  isCurrent?: boolean;
  /** Where labels may come twice. */
  id?: string;
}

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

/** A button that opens a menu. */
export const Menu = ({ name, children, entries, placement = 'bottom end', isFramed = false, onOpen, empty }: Props) => (
  <MenuTrigger onOpenChange={(isOpen) => isOpen && onOpen?.()}>
    <Button aria-label={name} className={isFramed ? buttonClass('secondary') : styles.trigger!}>
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
    </Button>
    <Popover className={styles.popover!} placement={placement}>
      <Items
        className={styles.items!}
        aria-label={name}
        {...(empty !== undefined && { renderEmptyState: () => <p className={styles.empty}>{empty}</p> })}
      >
        {entries.map(({ label, onAction, isCurrent, id = label }) => (
          <MenuItem key={id} id={id} onAction={onAction} textValue={label} className={styles.item!}>
            <span>{label}</span>
            {isCurrent && (
              <svg width="14" height="14" viewBox="0 0 14 14" aria-hidden="true">
                <path
                  d="M2 7.5l3.5 3.5L12 3.5"
                  fill="none"
                  stroke="currentColor"
                  strokeWidth="2"
                  strokeLinecap="round"
                />
              </svg>
            )}
          </MenuItem>
        ))}
      </Items>
    </Popover>
  </MenuTrigger>
);
