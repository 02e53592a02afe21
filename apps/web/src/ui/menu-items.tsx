import type { RefObject } from 'react';
import { Menu, MenuItem } from 'react-aria-components/Menu';
import { Popover } from 'react-aria-components/Popover';
import styles from './menu.module.css';

export { setInteractionModality } from 'react-aria-components';

/** One thing of a menu: a view to go to, or something to do. */
export interface MenuEntry {
  label: string;
  onAction: () => void;
  isCurrent?: boolean;
  /** Where labels may come twice. */
  id?: string;
}

interface Props {
  name: string;
  button: RefObject<HTMLButtonElement | null>;
  entries: readonly MenuEntry[];
  placement: 'bottom start' | 'bottom end';
  openAt: 'first' | 'last' | true;
  empty?: string;
  onClose: () => void;
}

/** An open menu, below its button. */
export const MenuItems = ({ name, button, entries, placement, openAt, empty, onClose }: Props) => (
  <Popover
    isOpen
    onOpenChange={onClose}
    triggerRef={button}
    trigger="MenuTrigger"
    className={styles.popover!}
    placement={placement}
  >
    <Menu
      className={styles.items!}
      aria-label={name}
      // It was opened to choose in it.
      // eslint-disable-next-line jsx-a11y/no-autofocus
      autoFocus={openAt}
      onClose={onClose}
      {...(empty !== undefined && { renderEmptyState: () => <p className={styles.empty}>{empty}</p> })}
    >
      {entries.map(({ label, onAction, isCurrent, id = label }) => (
        <MenuItem key={id} id={id} onAction={onAction} textValue={label} className={styles.item!}>
          <span>{label}</span>
          {isCurrent && (
            <svg width="14" height="14" viewBox="0 0 14 14" aria-hidden="true">
              <path d="M2 7.5l3.5 3.5L12 3.5" fill="none" stroke="currentColor" strokeWidth="2" strokeLinecap="round" />
            </svg>
          )}
        </MenuItem>
      ))}
    </Menu>
  </Popover>
);
