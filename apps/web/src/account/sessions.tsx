import { type Session, sessionsCurrent, sessionsList, sessionsRevoke, sessionsRevokeOthers } from '@curbcut/client';
import { Trans, useLingui } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { alert, announce } from '../app/announcements';
import { call } from '../app/client';
import { queryClient } from '../app/queries';
import { Badge } from '../ui/badge';
import { Button } from '../ui/button';
import { Loaded } from '../ui/loading';
import { Panel } from '../ui/panel';
import { Time } from '../ui/time';
import { problemText } from '../words/problems';
import { browserOf } from './browser';
import { AccountView } from './layout';
import styles from './sessions.module.css';

const SESSIONS = ['sessions'];

/** Where the person is signed in. */
export function Page() {
  const { t } = useLingui();
  const sessions = useQuery({
    queryKey: SESSIONS,
    queryFn: async ({ signal }) => {
      const [all, current] = await Promise.all([
        call(sessionsList, {}, { signal }),
        call(sessionsCurrent, {}, { signal }),
      ]);
      return { all, currentId: current?.session.id };
    },
  });
  const end = async (change: () => Promise<unknown>): Promise<void> => {
    try {
      await change();
      await queryClient.invalidateQueries({ queryKey: SESSIONS });
      announce(t`Saved.`);
    } catch (error) {
      alert(problemText(error));
    }
  };
  return (
    <AccountView title={t`Sessions`} lead={t`Your active sessions. Sign out sessions that you do not recognize.`}>
      <Loaded query={sessions}>
        {({ all, currentId }) => (
          <>
            <ul role="list" className={styles.list}>
              {all.map((session) => (
                <li key={session.id}>
                  <OneSession
                    session={session}
                    isCurrent={session.id === currentId}
                    end={() => end(() => call(sessionsRevoke, { body: { token: session.token } }))}
                  />
                </li>
              ))}
            </ul>
            {all.length > 1 && (
              <div>
                <Button kind="danger" onClick={() => void end(() => call(sessionsRevokeOthers, { body: {} }))}>
                  {t`Sign out all other sessions`}
                </Button>
              </div>
            )}
          </>
        )}
      </Loaded>
    </AccountView>
  );
}

function OneSession({ session, isCurrent, end }: { session: Session; isCurrent: boolean; end: () => Promise<void> }) {
  const { t } = useLingui();
  const browser = browserOf(session.userAgent) ?? t`Unknown client`;
  return (
    <Panel>
      <div className={styles.session}>
        <div>
          <p>
            <strong>{browser}</strong> {isCurrent && <Badge kind="accent">{t`Current session`}</Badge>}
          </p>
          <p>
            <Trans>
              Started <Time at={session.createdAt} />
            </Trans>
            {session.ipAddress && <> · {session.ipAddress}</>}
          </p>
        </div>
        {!isCurrent && <Button kind="secondary" onClick={() => void end()}>{t`Sign out ${browser}`}</Button>}
      </div>
    </Panel>
  );
}
