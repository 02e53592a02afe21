import { Plural, useLingui } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { Link } from '../ui/link';
import { noteNews, useIsTold, useLiveNotices } from './live';
import { countQuery } from './queries';
import styles from './inbox-link.module.css';

const MOST_SHOWN = 99;

/** Leads to the inbox, and says how many notices are unread there; that there are more now is said politely. */
export function InboxLink() {
  const { t } = useLingui();
  useLiveNotices();
  const isTold = useIsTold();
  const { data } = useQuery(countQuery(isTold));
  const unread = data?.unread ?? 0;
  return (
    <>
      <Link to="/inbox" className={styles.link}>
        <svg width="20" height="20" viewBox="0 0 20 20" aria-hidden="true">
          <path
            d="M3 11l2.5-7h9L17 11v5H3zM3 11h4l1 2h4l1-2h4"
            fill="none"
            stroke="currentColor"
            strokeWidth="2"
            strokeLinejoin="round"
          />
        </svg>
        <span className={styles.word}>{t`Inbox`}</span>
        {unread > 0 && (
          <>
            <span aria-hidden="true" className={styles.count}>
              {unread > MOST_SHOWN ? `${MOST_SHOWN}+` : unread}
            </span>
            <span className="visually-hidden">{t`${unread} unread`}</span>
          </>
        )}
      </Link>
      {data && <More unread={unread} />}
    </>
  );
}

/** Says that more are unread than before; that some were read, whoever read them knows. */
function More({ unread }: { unread: number }) {
  const [known, setKnown] = useState(unread);
  const [said, setSaid] = useState(false);
  if (known !== unread) {
    setKnown(unread);
    setSaid(unread > known);
  }
  // A stream does not tell of what came before it began: its first count does.
  useEffect(() => {
    if (said) noteNews();
  }, [said, unread]);
  return (
    <span role="status" className="visually-hidden">
      {said && <Plural value={unread} one="# unread notification" other="# unread notifications" />}
    </span>
  );
}
