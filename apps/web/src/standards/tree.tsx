import type { Group, Requirement, Standard } from '@curbcut/client';
import { Plural } from '@lingui/react/macro';
import { Badge } from '../ui/badge';
import { OutLink } from '../ui/link';
import { DeleteGroup, DeleteRequirement, EditGroup, EditRequirement } from './forms';
import styles from './tree.module.css';

interface Props {
  standard: Standard;
  groups: readonly Group[];
  requirements: readonly Requirement[];
  /** Groups in which nothing fits are left out, and the others are open. */
  isFiltered: boolean;
  mayChange: boolean;
}

/** The groups of a standard, each with those below it and what it asks. */
export function StandardTree(props: Props) {
  return <Branch {...props} parentId={null} depth={0} />;
}

function Branch(props: Props & { parentId: string | null; depth: number }) {
  const { standard, groups, requirements, parentId, mayChange } = props;
  const own = requirements.filter(({ groupId }) => groupId === parentId);
  const below = groups.filter((group) => group.parentId === parentId);
  return (
    <>
      {own.length > 0 && (
        <ul role="list" className={styles.list}>
          {own.map((requirement) => (
            <li key={requirement.id}>
              <OneRequirement standard={standard} groups={groups} requirement={requirement} mayChange={mayChange} />
            </li>
          ))}
        </ul>
      )}
      {below.map((group) => (
        <OneGroup key={group.id} {...props} group={group} />
      ))}
    </>
  );
}

const HEADINGS = ['h2', 'h3', 'h4', 'h5', 'h6'] as const;

function OneGroup({ group, ...props }: Props & { group: Group; depth: number }) {
  const { standard, groups, requirements, isFiltered, mayChange, depth } = props;
  const count = countIn(group.id, groups, requirements);
  if (isFiltered && count === 0) return null;
  const Heading = HEADINGS[Math.min(depth, HEADINGS.length - 1)]!;
  return (
    // Another filter opens and closes it anew.
    <details key={String(isFiltered)} open={isFiltered || depth === 0} className={styles.group}>
      <summary className={styles.summary}>
        <Heading id={`group-${group.id}`} className={styles.name}>
          {group.name}
        </Heading>
        <span className={styles.count}>
          <Plural value={count} one="# requirement" other="# requirements" />
        </span>
      </summary>
      <div className={styles.content}>
        {group.description !== null && <p>{group.description}</p>}
        {mayChange && (
          <div className={styles.buttons}>
            <EditGroup standard={standard} groups={groups} group={group} />
            <DeleteGroup standard={standard} group={group} />
          </div>
        )}
        <Branch {...props} parentId={group.id} depth={depth + 1} />
      </div>
    </details>
  );
}

function countIn(groupId: string, groups: readonly Group[], requirements: readonly Requirement[]): number {
  const own = requirements.filter((requirement) => requirement.groupId === groupId).length;
  return groups
    .filter(({ parentId }) => parentId === groupId)
    .reduce((sum, { id }) => sum + countIn(id, groups, requirements), own);
}

function OneRequirement({
  standard,
  groups,
  requirement,
  mayChange,
}: {
  standard: Standard;
  groups: readonly Group[];
  requirement: Requirement;
  mayChange: boolean;
}) {
  const { id, name, url, description, level: levelId } = requirement;
  const level = standard.levels.find((one) => one.id === levelId)?.name;
  return (
    <div className={styles.requirement}>
      <div>
        <p id={`requirement-${id}`} className={styles.title}>
          {url === null ? name : <OutLink href={url}>{name}</OutLink>} {level !== undefined && <Badge>{level}</Badge>}
        </p>
        {description !== null && <p className={styles.count}>{description}</p>}
      </div>
      {mayChange && (
        <div className={styles.buttons}>
          <EditRequirement standard={standard} groups={groups} requirement={requirement} />
          <DeleteRequirement standard={standard} requirement={requirement} />
        </div>
      )}
    </div>
  );
}
