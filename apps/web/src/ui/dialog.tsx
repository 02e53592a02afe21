import { useLingui } from '@lingui/react/macro';
import type { ReactNode } from 'react';
import { Dialog as Pane, Heading } from 'react-aria-components/Dialog';
import { Modal, ModalOverlay } from 'react-aria-components/Modal';
import { Button } from './button';
import styles from './dialog.module.css';

interface Props {
  title: string;
  isOpen: boolean;
  onClose: () => void;
  /** Wider, for tables. */
  isWide?: boolean;
  /** Only its own buttons end it. */
  isPressing?: boolean;
  children: ReactNode;
}

/** A dialog: takes the focus, keeps it, and gives it back. */
export const Dialog = ({ title, isOpen, onClose, isWide, isPressing = false, children }: Props) => (
  <ModalOverlay
    isOpen={isOpen}
    onOpenChange={(open) => {
      if (!open) onClose();
    }}
    isKeyboardDismissDisabled={isPressing}
    className={styles.overlay!}
  >
    <Modal className={isWide ? `${styles.modal} ${styles.wide}` : styles.modal!}>
      <Pane className={styles.pane!}>
        <Heading slot="title" level={2} className={styles.title!}>
          {title}
        </Heading>
        {children}
      </Pane>
    </Modal>
  </ModalOverlay>
);

/** Leaves a dialog as if it had not been opened. */
export function CancelButton({ onClick }: { onClick: () => void }) {
  const { t } = useLingui();
  return <Button kind="secondary" onClick={onClick}>{t`Cancel`}</Button>;
}
