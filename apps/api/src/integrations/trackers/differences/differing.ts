import { KINDS_OF_TRACKERS } from '../kinds.js';

const WITH_DATES = Object.entries(KINDS_OF_TRACKERS)
  .filter(([, { hasDates }]) => hasDates)
  .map(([kind]) => `'${kind}'`)
  .join(', ');

/** In SQL: the account that stands for whom an issue is assigned to; null: nobody does. */
const ACCOUNT = (issue: string): string => `(SELECT lower(p.person ->> 'account')
  FROM jsonb_array_elements(c.people) AS p(person) WHERE p.person ->> 'userId' = ${issue}.assignee_id::text LIMIT 1)`;

const THERE = (field: string): string => `(t.last #>> '{theirs,${field}}')`;

/** A title without the signs that it has only there. */
const titleThere = `replace(${THERE('title')}, U&'\\200B', '')`;

const onOneLine = (title: string): string => `btrim(regexp_replace(${title}, '\\s+', ' ', 'g'))`;

/** A title with what the template of the connection adds to it. */
const templated = (issue: string): string =>
  `replace(replace(c.template ->> 'title', '{number}', ${issue}.number::text), '{title}', ${issue}.title)`;

const unless = (same: string, field: string): string => `CASE WHEN ${same} THEN NULL ELSE '${field}' END`;

/** In SQL: in which fields an issue differs from what its tracker had last; it stands there by the link `t` of `c`. */
const FIELDS = (issue: string): string => `array_remove(ARRAY[
    ${unless(
      `${titleThere} = ${onOneLine(`${issue}.title`)} OR ${titleThere} = ${onOneLine(templated(issue))}`,
      'title',
    )},
    ${unless(`${issue}.state::text = ${THERE('state')}`, 'state')},
    ${unless(
      `(${issue}.assignee_id IS NULL AND ${THERE('assignee')} IS NULL) OR ${ACCOUNT(issue)} = lower(${THERE('assignee')})`,
      'assignee',
    )},
    ${unless(
      `c.kind NOT IN (${WITH_DATES})
      OR to_char(${issue}.due_at AT TIME ZONE 'UTC', 'YYYY-MM-DD') IS NOT DISTINCT FROM ${THERE('dueAt')}`,
      'dueAt',
    )}
  ], NULL)`;

/** In SQL: the links of a connection, both of which are bound, that were compared. */
const LINKED = (connection: string): string => `tracker_links t
  JOIN tracker_connections c ON c.organization_id = $1 AND c.id = t.connection_id
  WHERE t.organization_id = $1 AND t.connection_id = ${connection} AND t.state = 'linked' AND t.last IS NOT NULL`;

/** In SQL: the ids of the issues that differ from what stands for them in the tracker of a connection. */
export const DIFFERING = (connection: string): string => `SELECT t.issue_id FROM ${LINKED(connection)}
  AND EXISTS (SELECT FROM issues i WHERE i.organization_id = $1 AND i.id = t.issue_id AND cardinality(${FIELDS('i')}) > 0)`;

/** What is shown of an issue that differs, as JSON. */
export const DIFFERENCE_OF_RECORD = `SELECT json_build_object('fields', ${FIELDS('record')}, 'theirs', t.last -> 'theirs',
    'key', t.external_key, 'url', t.external_url, 'problem', t.problem, 'waiting', t.next_at IS NOT NULL,
    'lookedAt', t.synced_at)
  FROM tracker_links t JOIN tracker_connections c ON c.organization_id = $1 AND c.id = t.connection_id
  WHERE t.organization_id = $1 AND t.issue_id = record.id AND t.last IS NOT NULL`;
