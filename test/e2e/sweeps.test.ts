import { earlier } from '../support/earlier.js';
import { linesAt, pullRequest } from '../support/lines.js';
import { finding, scansAt } from '../support/scans.js';
import { useService } from '../support/service.js';
import { world, type World } from '../support/world.js';

const service = useService();
const { scan, counts } = scansAt(service);
const { onMain, shown, lines, finish, triage } = linesAt(service);

interface Sweep {
  key?: string;
  part: number;
  of: number;
  piece?: number;
  pieces?: number;
}

const body = (sweep: Sweep, over: object = {}) => ({
  coverage: 'complete',
  sweep: { key: 'nightly', ...sweep },
  ...over,
});
const rules = (names: readonly string[]) => names.map((ruleId) => finding({ ruleId }));
/** A part of the sweep `nightly`, in the unnamed main line if nothing else is said. */
const part = (w: World, sweep: Sweep, names: readonly string[], over: object = {}) =>
  scan(w, rules(names), body(sweep, over)).expect(201);
const resolvedBy = async (w: World, ...said: Parameters<typeof part> extends [World, ...infer R] ? R : never) =>
  (await part(w, ...said)).body.resolvedCount;
const undo = (w: World, number: number) =>
  service.as(w.admin.token).delete(`${w.product.url}/test-activity/${number}`).expect(204);
/** As if so many hours had passed since all reports of a product. */
const wait = (w: World, hours: number) =>
  service.database.query(
    `UPDATE test_activities SET created_at = ${earlier('created_at', 'make_interval(hours => $2)')} WHERE product_id = $1`,
    [w.product.id, hours],
  );

describe('a sweep in parts', () => {
  test('ends what no part has named once the last part is in, as one complete run would', async () => {
    const w = await world(service);
    await onMain(w, ['a', 'b', 'c']);
    expect(await resolvedBy(w, { part: 2, of: 3 }, ['b'])).toBe(0);
    expect(await resolvedBy(w, { part: 3, of: 3 }, [])).toBe(0);
    expect(await shown(w)).toEqual({ a: 'pending', b: 'pending', c: 'pending' });
    const last = await part(w, { part: 1, of: 3 }, ['a']);
    expect(last.body).toMatchObject({ resolvedCount: 1, delta: { known: 1, resolved: 1 } });
    expect(await shown(w)).toEqual({ a: 'pending', b: 'pending', c: 'resolved' });
  });

  test('of one part is a complete run', async () => {
    const w = await world(service);
    await onMain(w, ['a', 'b']);
    expect(await resolvedBy(w, { part: 1, of: 1 }, ['a'])).toBe(1);
  });

  test('is another one in another line, of another tool, in another product', async () => {
    const w = await world(service);
    const staging = { context: { trigger: 'push', environment: 'staging' } };
    await onMain(w, ['a']);
    await onMain(w, ['a'], 'staging');
    await part(w, { part: 1, of: 2 }, []);
    expect(await resolvedBy(w, { part: 2, of: 2 }, [], staging)).toBe(0);
    expect(await resolvedBy(w, { part: 2, of: 2 }, [], { tool: 'pa11y' })).toBe(0);
    const other = await w.newProduct('Other');
    expect(await resolvedBy(w, { part: 2, of: 2 }, [], { productRef: other.slug })).toBe(0);
    expect(await shown(w)).toEqual({ a: 'pending' });
    expect(await resolvedBy(w, { part: 2, of: 2 }, [])).toBe(0);
    expect(await resolvedBy(w, { part: 1, of: 2 }, [], staging)).toBe(1);
  });

  test('names what is new with each part, as the reports that they are', async () => {
    const w = await world(service);
    const first = await part(w, { part: 1, of: 2 }, ['a', 'b']);
    expect(first.body).toMatchObject({ delta: { new: 2 }, introduced: { count: 2, indexes: [0, 1] } });
    const second = await part(w, { part: 2, of: 2 }, ['b', 'c']);
    expect(second.body).toMatchObject({ delta: { new: 1, known: 1 }, introduced: { count: 1, indexes: [1] } });
  });

  test('takes parts in pieces: a part is in when all its pieces are', async () => {
    const w = await world(service);
    await onMain(w, ['a', 'b', 'c']);
    expect(await resolvedBy(w, { part: 1, of: 2, piece: 2, pieces: 2 }, ['a'])).toBe(0);
    expect(await resolvedBy(w, { part: 2, of: 2 }, [])).toBe(0);
    expect(await resolvedBy(w, { part: 1, of: 2, piece: 1, pieces: 2 }, ['b'])).toBe(1);
    expect(await shown(w)).toEqual({ a: 'pending', b: 'pending', c: 'resolved' });
  });

  test('takes a part twice: what any copy reported is reported', async () => {
    const w = await world(service);
    await onMain(w, ['a', 'b', 'c']);
    await part(w, { part: 1, of: 2 }, ['a']);
    await part(w, { part: 1, of: 2 }, ['b']);
    expect(await resolvedBy(w, { part: 2, of: 2 }, [])).toBe(1);
    expect(await shown(w)).toEqual({ a: 'pending', b: 'pending', c: 'resolved' });
  });

  test('that is whole takes copies, which say what they say and end nothing', async () => {
    const w = await world(service);
    await onMain(w, ['a']);
    await part(w, { part: 1, of: 2 }, ['a']);
    await part(w, { part: 2, of: 2 }, []);
    await onMain(w, ['a', 'later']);
    const copy = await part(w, { part: 2, of: 2 }, ['news']);
    expect(copy.body).toMatchObject({ resolvedCount: 0, delta: { new: 1 } });
    expect(await shown(w)).toEqual({ a: 'pending', later: 'pending', news: 'pending' });
  });

  test('speaks at the moment of its latest part, whichever that is', async () => {
    const w = await world(service);
    const at = (day: number) => ({ completedAt: `2026-03-0${day}T00:00:00Z` });
    await onMain(w, ['a'], undefined, at(2));
    await part(w, { part: 1, of: 2 }, [], at(3));
    expect(await resolvedBy(w, { part: 2, of: 2 }, [], at(1))).toBe(1);
    await onMain(w, ['a'], undefined, at(4));
    await part(w, { key: 'old', part: 1, of: 2 }, [], at(3));
    expect(await resolvedBy(w, { key: 'old', part: 2, of: 2 }, [], at(1))).toBe(0);
  });

  test('of a proposal says with its last part what all mend, and ends what none proposes any more', async () => {
    const w = await world(service);
    await onMain(w, ['a', 'b', 'c']);
    const pull = pullRequest(7);
    await scan(w, rules(['a', 'proposed']), { coverage: 'complete', ...pull });
    expect((await part(w, { part: 1, of: 2 }, ['a'], pull)).body.fixes).toBeNull();
    expect(await shown(w)).toMatchObject({ proposed: 'proposed pending' });
    expect((await part(w, { part: 2, of: 2 }, ['b'], pull)).body).toMatchObject({ fixes: 1, resolvedCount: 0 });
    expect(await shown(w)).toEqual({ a: 'pending', b: 'pending', c: 'pending', proposed: 'proposed resolved' });
  });

  test('contradicts what a person has reopened only once it is whole', async () => {
    const w = await world(service);
    await onMain(w, ['a']);
    await onMain(w, []);
    await triage(w, 'a', 'reopen');
    expect(await resolvedBy(w, { part: 1, of: 2 }, [])).toBe(0);
    expect(await shown(w)).toEqual({ a: 'pending' });
    expect(await resolvedBy(w, { part: 2, of: 2 }, [])).toBe(1);
    expect(await shown(w)).toEqual({ a: 'resolved' });
  });
});

describe('a sweep that is', () => {
  test('unfinished ends nothing, lapses after a day, and its key begins another one', async () => {
    const w = await world(service);
    await onMain(w, ['a']);
    await part(w, { part: 1, of: 2 }, []);
    await wait(w, 25);
    expect(await resolvedBy(w, { part: 2, of: 2 }, [])).toBe(0);
    expect(await resolvedBy(w, { part: 1, of: 2 }, [])).toBe(1);
  });

  test('whole takes copies for a day; then its key begins another one, of as many parts as it likes', async () => {
    const w = await world(service);
    await onMain(w, ['a']);
    await part(w, { part: 1, of: 1 }, ['a']);
    await wait(w, 23);
    expect((await scan(w, [], body({ part: 1, of: 2 }))).status).toBe(400);
    await wait(w, 2);
    expect(await resolvedBy(w, { part: 1, of: 2 }, [])).toBe(0);
    expect(await resolvedBy(w, { part: 2, of: 2 }, [])).toBe(1);
  });

  test('whole becomes unfinished again when a part is undone: what it ended is back until that part is in again', async () => {
    const w = await world(service);
    await onMain(w, ['a']);
    await part(w, { part: 1, of: 2 }, []);
    const last = await part(w, { part: 2, of: 2 }, []);
    expect(await shown(w)).toEqual({ a: 'resolved' });
    await undo(w, last.body.testActivity.number);
    expect(await shown(w)).toEqual({ a: 'pending' });
    expect(await resolvedBy(w, { part: 2, of: 2 }, [])).toBe(1);
  });

  test('whole stays so while a copy of an undone part remains', async () => {
    const w = await world(service);
    await onMain(w, ['a']);
    const first = await part(w, { part: 1, of: 2 }, []);
    await part(w, { part: 1, of: 2 }, []);
    await part(w, { part: 2, of: 2 }, []);
    await undo(w, first.body.testActivity.number);
    expect(await shown(w)).toEqual({ a: 'resolved' });
  });

  test('in a line that has ended is no sweep of the line that begins anew', async () => {
    const w = await world(service);
    await onMain(w, ['a']);
    await part(w, { part: 1, of: 2 }, ['a']);
    const [line] = await lines(w);
    await finish(w, line!.id).expect(200);
    await onMain(w, ['a']);
    expect(await resolvedBy(w, { part: 2, of: 2 }, [])).toBe(0);
    expect(await shown(w)).toEqual({ a: 'pending' });
  });
});

describe('a part is refused', () => {
  const faultsOf = async (w: World, over: object): Promise<string[]> => {
    const answer = await scan(w, [], over);
    expect([over, answer.status]).toEqual([over, 400]);
    return answer.body.errors.map(({ path, code }: { path: string; code: string }) => `${path} ${code}`);
  };
  const sweep = (over: object) => ({ coverage: 'complete', sweep: { key: 'nightly', part: 1, of: 2, ...over } });

  test.each<[string, object, string[]]>([
    ['without complete coverage', { ...sweep({}), coverage: 'partial' }, ['/coverage not_allowed']],
    ['without coverage', { ...sweep({}), coverage: undefined }, ['/coverage not_allowed']],
    ['with areas', { ...sweep({}), areas: [] }, ['/areas not_allowed']],
    ['of a number beyond all', sweep({ part: 3 }), ['/sweep/part sweep_mismatch']],
    ['of number 0', sweep({ part: 0 }), ['/sweep/part out_of_range']],
    ['of half a number', sweep({ part: 1.5 }), ['/sweep/part wrong_type']],
    ['of more than a thousand', sweep({ of: 1_001 }), ['/sweep/of out_of_range']],
    ['of none', sweep({ of: 0 }), ['/sweep/of out_of_range', '/sweep/part sweep_mismatch']],
    ['as a piece of nothing', sweep({ piece: 1 }), ['/sweep/pieces required']],
    ['as no piece of several', sweep({ pieces: 2 }), ['/sweep/piece required']],
    ['as a piece beyond all', sweep({ piece: 3, pieces: 2 }), ['/sweep/piece sweep_mismatch']],
    ['as one of too many pieces', sweep({ piece: 1, pieces: 1_001 }), ['/sweep/pieces out_of_range']],
    ['with a key of several lines', sweep({ key: 'a\nb' }), ['/sweep/key malformed']],
    ['with a blank key', sweep({ key: ' ' }), ['/sweep/key malformed']],
    ['with an empty key', sweep({ key: '' }), ['/sweep/key malformed', '/sweep/key too_short']],
    ['with a long key', sweep({ key: 'x'.repeat(256) }), ['/sweep/key too_long']],
    ['with anything else', sweep({ parts: 2 }), ['/sweep/parts unknown_property']],
    ['as a text', { coverage: 'complete', sweep: 'nightly' }, ['/sweep wrong_type']],
    [
      'with all its faults named at once',
      { sweep: { key: '', part: 0, of: 1_001, piece: 1 }, areas: ['x'], line: 'side' },
      [
        '/areas not_allowed',
        '/coverage not_allowed',
        '/line not_allowed',
        '/sweep/key malformed',
        '/sweep/key too_short',
        '/sweep/of out_of_range',
        '/sweep/part out_of_range',
        '/sweep/pieces required',
      ],
    ],
  ])('%s', async (_name, over, faults) => {
    const w = await world(service);
    const before = await counts();
    expect((await faultsOf(w, over)).sort()).toEqual(faults);
    expect(await counts()).toEqual(before);
  });

  test('of another number of parts, or of pieces, than those before it', async () => {
    const w = await world(service);
    await part(w, { part: 1, of: 3, piece: 1, pieces: 2 }, []);
    const before = await counts();
    expect((await faultsOf(w, body({ part: 2, of: 4 })))[0]).toMatch(/^\/sweep\/of /);
    expect((await faultsOf(w, body({ part: 3, of: 2 })))[0]).toMatch(/^\/sweep\/part /);
    expect((await faultsOf(w, body({ part: 1, of: 3, piece: 2, pieces: 3 })))[0]).toMatch(/^\/sweep\/pieces /);
    expect((await faultsOf(w, body({ part: 1, of: 3 })))[0]).toMatch(/^\/sweep\/pieces /);
    expect(await counts()).toEqual(before);
    await part(w, { part: 2, of: 3 }, []);
  });

  test('of people: they have neither lines nor sweeps', async () => {
    const w = await world(service);
    const human = (over: object) => scan(w, [], { type: 'manual_test', ...over });
    for (const line of ['main', 'proposal'])
      expect((await human({ line })).body.errors).toMatchObject([{ path: '/line', code: 'not_allowed' }]);
    expect((await human(sweep({}))).body.errors).toMatchObject([{ path: '/sweep', code: 'not_allowed' }]);
  });

  test('of an unknown line', async () => {
    const w = await world(service);
    for (const line of ['side', '', 'Main']) expect(await faultsOf(w, { line })).toEqual(['/line not_allowed']);
    expect(await faultsOf(w, { line: null })).toHaveLength(1);
  });
});
