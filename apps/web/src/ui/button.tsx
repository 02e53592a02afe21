import type { ComponentProps, ReactNode } from 'react';
import { Link } from './link';
import { classNames } from './class-names';
import styles from './button.module.css';

type Kind = 'primary' | 'secondary' | 'quiet' | 'danger';

interface Props extends Omit<ComponentProps<'button'>, 'disabled'> {
  kind?: Kind;
  /** Its work is under way: it takes no second press, and says so. */
  isBusy?: boolean;
  /** Lower, for rows and bars. */
  isSmall?: boolean;
}

/** A button. None is ever disabled: what cannot be done is not offered, or says why when it is pressed. */
export function Button({
  kind = 'primary',
  isBusy = false,
  isSmall,
  className,
  onClick,
  type = 'button',
  ...rest
}: Props) {
  return (
    <button
      type={type}
      className={classNames(styles.button, styles[kind], isSmall && styles.small, className)}
      aria-disabled={isBusy || undefined}
      aria-busy={isBusy || undefined}
      onClick={(event) => {
        if (isBusy) event.preventDefault();
        else onClick?.(event);
      }}
      {...rest}
    />
  );
}

/** A link that leads on, where one would look for a button. */
export const ButtonLink = ({
  kind = 'primary',
  ...rest
}: {
  to: string;
  search?: Record<string, string | undefined>;
  kind?: Kind;
  children: ReactNode;
}) => <Link className={classNames(styles.button, styles[kind])} {...rest} />;

/** The look of a button, for what must be another element. */
export const buttonClass = (kind: Kind = 'primary', isSmall = false): string =>
  classNames(styles.button, styles[kind], isSmall && styles.small);
