import { useLingui } from '@lingui/react/macro';
import { useMatches } from '@tanstack/react-router';
import { useEffect, useRef } from 'react';
import { beSilent, useAnnouncement } from '../app/announcements';
import { Button } from './button';
import styles from './announcer.module.css';

/**
 * Says and shows what was done. It stays until something else is done, another view is opened, or somebody closes it.
 */
export function Announcer() {
  const { t } = useLingui();
  const said = useAnnouncement();
  // An open record stands in the view of its list.
  const view = useMatches({ select: (matches) => matches.findLast(({ staticData }) => !staticData.isRecord)?.id });
  const saidAt = useRef<[id: number, view: string | undefined]>(undefined);
  useEffect(() => {
    if (!said) return;
    if (saidAt.current?.[0] !== said.id) saidAt.current = [said.id, view];
    else if (saidAt.current[1] !== view) beSilent();
  }, [said, view]);
  return (
    <div className={styles.place}>
      <div role="status" className={styles.words}>
        {said && !said.isAlert && <p key={said.id}>{said.text}</p>}
      </div>
      <div role="alert" className={styles.words}>
        {said?.isAlert && <p key={said.id}>{said.text}</p>}
      </div>
      {said?.action && (
        <Button kind="quiet" isSmall onClick={said.action.run} className={styles.action}>
          {said.action.label}
        </Button>
      )}
      {said && (
        <Button kind="quiet" isSmall onClick={beSilent} aria-label={t`Close this message`} className={styles.action}>
          <svg width="16" height="16" viewBox="0 0 16 16" aria-hidden="true">
            <path d="M3 3l10 10M13 3L3 13" stroke="currentColor" strokeWidth="2" strokeLinecap="round" />
          </svg>
        </Button>
      )}
    </div>
  );
}
