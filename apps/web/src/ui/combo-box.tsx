import { useLingui } from '@lingui/react/macro';
import { useContext, useEffect, useId, useRef, type ReactNode } from 'react';
import {
  Button as Trigger,
  ComboBox as Box,
  Input,
  Label,
  ListBox,
  ListBoxItem,
  Popover,
} from 'react-aria-components/ComboBox';
import { OverlayTriggerStateContext } from 'react-aria-components/Dialog';
import { classNames } from './class-names';
import { controlClass, type FieldProps } from './field';
import fields from './field.module.css';
import menu from './menu.module.css';
import styles from './combo-box.module.css';

/** One that can be chosen. */
export interface Choice {
  value: string;
  label: string;
  /** Below its label, quieter. */
  detail?: string | undefined;
}

interface Props extends Omit<FieldProps, 'label'> {
  label: string;
  /** What is chosen; '': nothing. */
  value: string;
  onChange: (value: string) => void;
  options: readonly Choice[];
  /** Where the service searches: what is typed. Else the options are filtered here. */
  onSearch?: (text: string) => void;
  /** Where the options are read when somebody comes to it. */
  onFocus?: () => void;
}

/** One of many, found by typing. */
export function ComboBox({ label, hint, error, id, value, onChange, options, onSearch, onFocus }: Props) {
  const { t } = useLingui();
  const made = useId();
  const own = id ?? made;
  const described = [hint != null && `${own}-hint`, error && `${own}-error`].filter(Boolean).join(' ');
  return (
    <Box
      id={own}
      className={classNames(fields.field, error && fields.invalid)}
      value={value === '' ? null : value}
      onChange={(key) => onChange(key === null ? '' : String(key))}
      // Those of a search are all that fit; others are filtered here.
      {...(onSearch ? { items: options } : { defaultItems: options })}
      menuTrigger="focus"
      allowsEmptyCollection
      {...(onFocus && { onFocus })}
      {...(onSearch && { onInputChange: onSearch })}
      {...(described && { 'aria-describedby': described })}
      isInvalid={Boolean(error)}
      validationBehavior="aria"
    >
      <Label className={fields.label!}>{label}</Label>
      {hint != null && (
        <p id={`${own}-hint`} className={fields.hint}>
          {hint}
        </p>
      )}
      {error && (
        <p id={`${own}-error`} className={fields.error}>
          {error}
        </p>
      )}
      <div className={styles.box}>
        <Input className={classNames(controlClass, styles.input)} />
        <Trigger className={styles.trigger!} aria-label={t`Show all`}>
          <svg width="12" height="12" viewBox="0 0 12 12" aria-hidden="true">
            <path d="M2 4l4 4 4-4" fill="none" stroke="currentColor" strokeWidth="2" strokeLinecap="round" />
          </svg>
        </Trigger>
      </div>
      <StayingOpen>
        <Popover className={classNames(menu.popover, styles.popover)}>
          <ListBox<Choice>
            className={menu.items!}
            renderEmptyState={() => <p className={styles.nothing}>{t`No matches.`}</p>}
          >
            {(option) => (
              <ListBoxItem id={option.value} textValue={option.label} className={classNames(menu.item, styles.item)}>
                <span>{option.label}</span>
                {option.detail !== undefined && <span className={styles.detail}>{option.detail}</span>}
              </ListBoxItem>
            )}
          </ListBox>
        </Popover>
      </StayingOpen>
    </Box>
  );
}

/** How long a browser may take to tell that it has scrolled to what takes the focus. */
const ARRIVAL_MS = 300;

/** A list closes where the page scrolls away below it, but not by the scrolling that brought its field into sight. */
function StayingOpen({ children }: { children: ReactNode }) {
  const state = useContext(OverlayTriggerStateContext);
  const isScrolling = useRef(false);
  const openedAt = useRef(0);
  const isOpen = state?.isOpen ?? false;
  useEffect(() => {
    if (isOpen) openedAt.current = performance.now();
  }, [isOpen]);
  useEffect(() => {
    const note = (): void => {
      isScrolling.current = true;
      setTimeout(() => (isScrolling.current = false));
    };
    // Before those who close it.
    window.addEventListener('scroll', note, true);
    return () => window.removeEventListener('scroll', note, true);
  }, []);
  if (!state) return children;
  const close = (): void => {
    const isArrival = isScrolling.current && performance.now() - openedAt.current < ARRIVAL_MS;
    // Then it stands where the field was: what asks for its place anew is a change of the window's size.
    if (isArrival) requestAnimationFrame(() => window.dispatchEvent(new Event('resize')));
    else state.close();
  };
  return <OverlayTriggerStateContext value={{ ...state, close }}>{children}</OverlayTriggerStateContext>;
}
