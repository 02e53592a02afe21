import fc from 'fast-check';
import { askedForSql, isRequiredAt } from '../../apps/api/src/standards/standards/in-scope.js';
import { useService } from '../support/service.js';

const service = useService();

const LEVELS = ['a', 'b', 'c', 'd'];
const level = fc.option(fc.constantFrom(...LEVELS));
const question = fc.record({
  cumulative: fc.boolean(),
  // Some of the levels, in any order; ranks of equal height too, which nothing in the schema forbids.
  levels: fc.uniqueArray(fc.record({ id: fc.constantFrom(...LEVELS), sortOrder: fc.integer({ min: 0, max: 3 }) }), {
    selector: ({ id }) => id,
  }),
  wanted: level,
  own: level,
});

// Tables of the names that the rule's words in SQL expect, made of one question each.
const ANSWERS = `
  SELECT coalesce(${askedForSql('given.wanted')}, false) AS "isInScope"
  FROM json_to_recordset($1::json) AS given(place int, cumulative boolean, levels json, wanted text, own text)
  CROSS JOIN LATERAL (SELECT given.own AS level_id) r
  CROSS JOIN LATERAL (SELECT given.cumulative) standard
  LEFT JOIN LATERAL (SELECT * FROM json_to_recordset(levels) AS l(id text, "sortOrder" int)) AS one ON one.id = given.own
  LEFT JOIN LATERAL (SELECT * FROM json_to_recordset(levels) AS l(id text, "sortOrder" int)) AS other ON other.id = given.wanted
  CROSS JOIN LATERAL (SELECT one."sortOrder" AS sort_order) own
  CROSS JOIN LATERAL (SELECT other."sortOrder" AS sort_order) wanted
  ORDER BY place`;

test('reports and the Grade ask for the same requirements of a level', async () => {
  const property = fc.asyncProperty(fc.array(question, { minLength: 200, maxLength: 400 }), async (questions) => {
    const places = questions.map((one, place) => ({ place, ...one }));
    const answers = await service.database.query<{ isInScope: boolean }[]>(ANSWERS, [JSON.stringify(places)]);
    expect(answers.map((answer) => answer.isInScope)).toEqual(
      questions.map(({ wanted, own, ...standard }) => isRequiredAt(standard, wanted, { levelId: own })),
    );
  });
  await fc.assert(property, { numRuns: 10 });
});
