import type { Change } from '@curbcut/client';
import type { ReactNode } from 'react';
import { Time } from '../ui/time';
import { eventName } from '../words/events';
import { FieldChanges } from './field-changes';
import styles from './timeline.module.css';

/** Changes, the newest first: what happened, who did it, when, and what the fields were before. */
export const Timeline = ({
  changes,
  about,
}: {
  changes: readonly Change[];
  /** To what it happened, where they are not all of one record. */
  about?: (change: Change) => ReactNode;
}) => (
  <ol role="list" className={styles.history}>
    {changes.map((change) => (
      <li key={change.id} className={styles.change}>
        <OneChange change={change} about={about?.(change)} />
      </li>
    ))}
  </ol>
);

/** A change in a list of such. */
export const OneChange = ({ change, about }: { change: Change; about?: ReactNode }) => (
  <>
    <p>
      <strong>{eventName(change.type)}</strong> {about && <>· {about} </>}
    </p>
    <p className={styles.when}>
      {change.actor.name} · <Time at={change.at} />
    </p>
    <FieldChanges changes={change.changes} />
  </>
);
