import { RGAA_ID } from '../catalogue/built-in.js';
import { appliesSql } from './in-scope.js';

/**
 * SQL: two parts of a statement, `candidates` and `answers` (standard_id, criterion, requirement_id): the one
 * requirement of a standard that a criterion of WCAG means for a product, by which a link to another standard's
 * requirement counts. Where several have the number none is guessed, unless they are clauses for different kinds of
 * products (EN 301 549): then it is that of the product's kind, else the first that applies. `requirementsOfCriteria`
 * has the same rule.
 * @param standardId SQL of its id; `ANY (…)`: each of several
 * @param product a row with `type`, `features` and `drawn_in`
 * @param from joins that row where it is no part of the statement around
 */
export const criterionAnswers = (
  standardId: string,
  product: string,
  from = '',
): string => `candidates AS MATERIALIZED (
    SELECT r.standard_id, criterion, r.id AS requirement_id, count(*) OVER (PARTITION BY r.standard_id, criterion) AS rivals,
      bool_and(r.applies_to IS NOT NULL) OVER (PARTITION BY r.standard_id, criterion) AS are_alternatives,
      row_number() OVER (PARTITION BY r.standard_id, criterion
        ORDER BY coalesce(r.applies_to -> 'types' ? ${product}.type::text, false) DESC, r.sort_order, r.id) AS place
    FROM requirements r CROSS JOIN unnest(r.wcag) AS criterion${from}
    WHERE r.standard_id = ${standardId} AND ${appliesSql('r', product)}
  ), answers AS MATERIALIZED (
    SELECT standard_id, criterion, requirement_id FROM candidates WHERE rivals = 1 OR (are_alternatives AND place = 1)
  )`;

/**
 * SQL: a part `unguessed` (linked_id): the requirements of other standards, a part `elsewhere` (linked_id, wcag), that
 * may mean several of this one. What is linked to such alone counts as linked to nothing. It rests on
 * `criterionAnswers`.
 */
export const UNGUESSED = `unguessed AS MATERIALIZED (
    SELECT linked_id FROM elsewhere
    WHERE cardinality(wcag) > 1 OR (
      wcag && ARRAY(SELECT criterion FROM candidates) AND NOT wcag && ARRAY(SELECT criterion FROM answers))
  )`;

/**
 * SQL: a part `failures` (criterion, requirement_id): what something fails in a standard that fails a criterion, as
 * drafts of issues are linked. An organization's own standard may have several for a number; the RGAA's own criteria
 * are told as `rgaa:1.1`. It rests on `criterionAnswers`.
 */
export const criterionFailures = (standardId: string): string => `failures AS MATERIALIZED (
    SELECT criterion, requirement_id FROM answers
    UNION
    SELECT criterion, requirement_id FROM candidates
    WHERE (SELECT organization_id IS NOT NULL FROM standards WHERE id = ${standardId})
    UNION
    SELECT 'rgaa:' || split_part(r.name, ' ', 1), r.id FROM requirements r
    WHERE r.standard_id = ${standardId} AND ${standardId} = '${RGAA_ID}'
  )`;

/** SQL: which of the criteria of something count: those of the RGAA where its own are told, else those of WCAG. */
export const saidOf = (criteria: string): string => `ARRAY(
      SELECT criterion FROM unnest(${criteria}) AS criterion
      WHERE criterion LIKE 'rgaa:%' = (${criteria} && ARRAY(SELECT criterion FROM failures WHERE criterion LIKE 'rgaa:%')))`;

/**
 * SQL: whether a built-in standard lacks a criterion of WCAG: what fails it fails nothing of this standard, and is no
 * less known for it.
 */
export const isOutside = (criterion: string, standardId: string): string => `(${criterion} NOT LIKE 'rgaa:%'
        AND ${criterion} NOT IN (SELECT criterion FROM candidates)
        AND (SELECT organization_id IS NULL FROM standards WHERE id = ${standardId}))`;
