import { useLingui } from '@lingui/react/macro';
import { useCallback, useEffect, useState } from 'react';
import { usePart } from '../app/use-part';
import { Button } from '../ui/button';
import styles from './search.module.css';

const loadDialog = () => import('./search-dialog');

interface Props {
  /** The organization that is searched. */
  orgId: string;
  org: string;
}

/** Finds any record of an organization, by its number or its words; Control+K opens it too. */
export function SearchEverything(props: Props) {
  const { t } = useLingui();
  const [isOpen, setOpen] = useState(false);
  const [part, want] = usePart(loadDialog);
  const open = useCallback(async () => setOpen(await want()), [want]);
  useEffect(() => {
    const press = (event: KeyboardEvent): void => {
      if (event.key.toLowerCase() !== 'k' || !(event.ctrlKey || event.metaKey) || event.altKey || event.shiftKey)
        return;
      // What is open stays: it may have something typed in it.
      if (document.querySelector('[role=dialog]')) return;
      event.preventDefault();
      void open();
    };
    document.addEventListener('keydown', press);
    return () => document.removeEventListener('keydown', press);
  }, [open]);
  return (
    <>
      <Button
        kind="quiet"
        aria-label={t`Search everything`}
        aria-haspopup="dialog"
        aria-keyshortcuts="Control+K"
        className={styles.button}
        onClick={() => void open()}
      >
        <svg width="20" height="20" viewBox="0 0 20 20" aria-hidden="true">
          <path
            d="M9 3a6 6 0 1 1 0 12A6 6 0 0 1 9 3zm4.5 10.5L18 18"
            fill="none"
            stroke="currentColor"
            strokeWidth="2"
            strokeLinecap="round"
          />
        </svg>
      </Button>
      {isOpen && part && <part.SearchDialog {...props} onClose={() => setOpen(false)} />}
    </>
  );
}
