import { useLingui } from '@lingui/react/macro';
import { useLocation } from '@tanstack/react-router';
import { useEffect, useRef } from 'react';
import { isNextRecord } from '../app/arrival';
import { beSilent, useAnnouncement } from '../app/announcements';
import { Button } from './button';
import styles from './announcer.module.css';

/** Says and shows what was done. It stays until something else is done, another view is opened, or somebody closes it. */
export function Announcer() {
  const { t } = useLingui();
  const said = useAnnouncement();
  const location = useLocation();
  const { pathname } = location;
  const isStep = isNextRecord(location);
  const saidAt = useRef<[id: number, pathname: string]>(undefined);
  useEffect(() => {
    if (!said) return;
    if (saidAt.current?.[0] !== said.id) saidAt.current = [said.id, pathname];
    else if (isStep) saidAt.current[1] = pathname;
    else if (saidAt.current[1] !== pathname) beSilent();
  }, [said, pathname, isStep]);
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
