import type { Notification } from '@curbcut/client';
import { Plural, useLingui } from '@lingui/react/macro';
import { useState } from 'react';
import { at } from '../app/addresses';
import { useMe } from '../app/session';
import { subjectAddress } from '../changes/subject-link';
import { Badge } from '../ui/badge';
import { Button } from '../ui/button';
import { classNames } from '../ui/class-names';
import { Link } from '../ui/link';
import { Time } from '../ui/time';
import { NOTICE_KINDS } from './words';
import styles from './inbox.module.css';

/** One notice: what happened, to what, by whom and when; opening it marks it as read. */
export function OneNotice({ notice, mark }: { notice: Notification; mark: (read: boolean) => Promise<void> }) {
  const { t, i18n } = useLingui();
  const [isBusy, setBusy] = useState(false);
  const { id, kind, readAt, count, organization, subject, actor, excerpt } = notice;
  const to = useAddressOf(notice);
  const isUnread = readAt === null;
  const name = [subject.number !== null && `#${subject.number}`, subject.title].filter(Boolean).join(' ');
  const nameId = `notice-${id}`;
  const press = async (): Promise<void> => {
    setBusy(true);
    await mark(isUnread);
    setBusy(false);
  };
  return (
    <article aria-labelledby={nameId} className={classNames(styles.notice, isUnread && styles.unread)}>
      <div className={styles.words}>
        <p id={nameId} className={styles.what}>
          <strong>{i18n._(NOTICE_KINDS[kind])}</strong> {isUnread && <Badge kind="accent">{t`Unread`}</Badge>}
          {count > 1 && (
            <Badge>
              <Plural value={count} one="# time" other="# times" />
            </Badge>
          )}
        </p>
        <p>
          {to === undefined ? (
            name || organization.name
          ) : (
            <Link to={to} onClick={() => void (isUnread && mark(true))}>
              {name || organization.name}
            </Link>
          )}
        </p>
        {excerpt !== null && <blockquote className={styles.excerpt}>{excerpt}</blockquote>}
        <p className={styles.quiet}>
          {actor !== null && <>{actor.name} · </>}
          {organization.name} · <Time at={notice.at} />
        </p>
      </div>
      <Button kind="secondary" isSmall isBusy={isBusy} aria-describedby={nameId} onClick={() => void press()}>
        {isUnread ? t`Mark as read` : t`Mark as unread`}
      </Button>
    </article>
  );
}

/** Where it leads to; undefined: nowhere. */
function useAddressOf({ kind, subject, organization: { id } }: Notification): string | undefined {
  const { organizations } = useMe();
  if (kind === 'invited') return '/';
  const org = organizations.find((one) => one.id === id)?.slug ?? id;
  if (subject.kind === 'webhook') return at('/o/$org/settings/webhooks', { org });
  return subject.productSlug === null ? undefined : subjectAddress(subject, org, subject.productSlug);
}
