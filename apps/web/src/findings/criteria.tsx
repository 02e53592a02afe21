import type { FindingCriterion } from '@curbcut/client';
import { OutLink } from '../ui/link';
import { numberOf } from '../words/criteria';
import styles from './details.module.css';

/** The criteria of a finding, each with its name, level and address as far as they are known. */
export const Criteria = ({ criteria, named }: { criteria: readonly string[]; named: readonly FindingCriterion[] }) => (
  <ul className={styles.criteria} role="list">
    {criteria.map((criterion) => (
      <li key={criterion}>
        <Named criterion={criterion} known={named.find((one) => one.criterion === criterion)} />
      </li>
    ))}
  </ul>
);

function Named({ criterion, known }: { criterion: string; known: FindingCriterion | undefined }) {
  if (!known) return <>{numberOf(criterion)}</>;
  const name = `${numberOf(criterion)} ${known.name}`;
  return (
    <>
      {known.url === null ? name : <OutLink href={known.url}>{name}</OutLink>}
      {known.level !== null && ` (${known.level})`}
    </>
  );
}
