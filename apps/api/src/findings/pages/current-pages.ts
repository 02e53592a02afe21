/**
 * In SQL, a query (product_id, tool, identity, landed, address): where findings are now, in the lines that tell whether they are there: in main lines what has landed, in
 * proposals the rest. Of each set and those that it is based on, the nearest one says where a finding is.
 * @param lines a further condition on the lines `n`, which begins with `AND`
 * @param told what an address must be, such as `IS NOT NULL`
 */
export const currentPages = (lines: string, told: string): string => `
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
      SELECT c.product_id, c.head, c.distance, m.identity, m.addresses
      FROM chain c JOIN finding_sets s ON s.organization_id = $1 AND s.product_id = c.product_id AND s.id = c.at,
        LATERAL (
          SELECT * FROM ROWS FROM (unnest(s.added), json_array_elements(s.pages::json)) AS added(identity, addresses)
          UNION ALL SELECT removed, NULL FROM unnest(s.removed) AS removed
        ) m
    ), latest AS (
      SELECT DISTINCT ON (product_id, head, identity) product_id, head, identity, addresses
      FROM mentions ORDER BY product_id, head, identity, distance
    )
    SELECT h.product_id, h.tool, t.identity, h.landed, address
    FROM heads h JOIN latest t ON t.product_id = h.product_id AND t.head = h.head, json_array_elements_text(t.addresses) AS address
    WHERE t.addresses IS NOT NULL AND address ${told}
    UNION
    SELECT m.product_id, m.tool, (pair ->> 0)::uuid, m.landed, pair ->> 1
    FROM meant m, json_array_elements(m.rest::json) AS pair WHERE (pair ->> 1) ${told}`;
