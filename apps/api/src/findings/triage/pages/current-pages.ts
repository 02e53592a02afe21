/**
 * In SQL: what the lines `n` have now. Of each set and those that it is based on, the nearest one says whether a
 * finding is there, and where.
 * @param lines a further condition on the lines `n`, which begins with `AND`
 */
const contentsOf = (lines: string): string => `
    WITH RECURSIVE meant AS MATERIALIZED (
      SELECT n.product_id, n.tool, n.number, n.kind = 'main' AS landed, n.layers, n.rest
      FROM lines n WHERE n.organization_id = $1 AND n.ended_at IS NULL ${lines}
    ), heads AS MATERIALIZED (
      SELECT DISTINCT m.product_id, m.tool, m.landed, (layer ->> 0)::uuid AS head FROM meant m, json_array_elements(m.layers) AS layer
    ), chain AS (
      SELECT product_id, head, head AS at, 0 AS distance FROM (SELECT DISTINCT product_id, head FROM heads) h
      UNION ALL
      SELECT c.product_id, c.head, s.base_id, c.distance + 1
      FROM chain c JOIN finding_sets s ON s.organization_id = $1 AND s.product_id = c.product_id AND s.id = c.at
      WHERE s.base_id IS NOT NULL
    ), mentions AS MATERIALIZED (
      SELECT c.product_id, c.head, c.distance, m.identity, m.addresses, m.is_there
      FROM chain c JOIN finding_sets s ON s.organization_id = $1 AND s.product_id = c.product_id AND s.id = c.at,
        LATERAL (
          SELECT *, true AS is_there FROM ROWS FROM (unnest(s.added), json_array_elements(s.pages::json)) AS added(identity, addresses)
          UNION ALL SELECT removed, NULL, false FROM unnest(s.removed) AS removed
        ) m
    ), latest AS (
      SELECT DISTINCT ON (product_id, head, identity) product_id, head, identity, addresses, is_there
      FROM mentions ORDER BY product_id, head, identity, distance
    )`;

/**
 * In SQL, a query (product_id, tool, identity): the findings that lines have now.
 * @param lines a further condition on the lines `n`, which begins with `AND`
 */
export const presentFindings = (lines: string): string => `${contentsOf(lines)}
    SELECT h.product_id, h.tool, t.identity FROM heads h JOIN latest t ON t.product_id = h.product_id AND t.head = h.head WHERE t.is_there
    UNION
    SELECT m.product_id, m.tool, (pair ->> 0)::uuid FROM meant m, json_array_elements(m.rest::json) AS pair`;

/**
 * In SQL, a query (product_id, tool, identity, landed, address): where findings are now, in the lines that tell whether
 * they are there: in main lines what has landed, in proposals the rest.
 * @param lines a further condition on the lines `n`, which begins with `AND`
 * @param condition what an address must be, such as `IS NOT NULL`
 */
export const currentPages = (lines: string, condition: string): string => `${contentsOf(lines)}
    SELECT h.product_id, h.tool, t.identity, h.landed, address
    FROM heads h JOIN latest t ON t.product_id = h.product_id AND t.head = h.head, json_array_elements_text(t.addresses) AS address
    WHERE t.addresses IS NOT NULL AND address ${condition}
    UNION
    SELECT m.product_id, m.tool, (pair ->> 0)::uuid, m.landed, pair ->> 1
    FROM meant m, json_array_elements(m.rest::json) AS pair WHERE (pair ->> 1) ${condition}`;

/**
 * In SQL, a query of one column: the ids of the findings whose current pages are such. PostgreSQL expects few of what
 * `unnest` gives, and so looks them up in a hash table, whatever it expects of the lines.
 */
export const findingsOnPages = (lines: string, condition: string): string => `
    SELECT unnest(ARRAY(
      SELECT f.id FROM (${currentPages(lines, condition)}) here JOIN findings f ON f.organization_id = $1
        AND f.product_id = here.product_id AND f.tool = here.tool AND f.identity = here.identity AND f.landed = here.landed))`;
