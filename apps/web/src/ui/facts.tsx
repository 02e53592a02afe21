import type { ReactNode } from 'react';
import styles from './facts.module.css';

/** What is known of a record, each with its name; what is empty is left out. */
export const Facts = ({ facts }: { facts: readonly (readonly [name: string, value: ReactNode])[] }) => (
  <dl className={styles.facts}>
    {facts.map(
      ([name, value]) =>
        value !== null &&
        value !== undefined &&
        value !== '' &&
        value !== false && (
          <div key={name} className={styles.fact}>
            <dt>{name}</dt>
            <dd>{value}</dd>
          </div>
        ),
    )}
  </dl>
);
