// What is another interface in one OpenAPI document than in an earlier one, by operation, and what of it breaks
// clients. Pure: it reads nothing.

/** @typedef {Record<string, any>} Schema */
/** @typedef {{ where: string, what: string, breaks: boolean }} Change */
/** @typedef {'body' | 'answer'} Direction */

const VERBS = ['get', 'post', 'put', 'patch', 'delete'];
/** What a value must not be, and which way it is narrowed. */
const LEAST = ['minLength', 'minimum', 'minItems', 'minProperties'];
const MOST = ['maxLength', 'maximum', 'maxItems', 'maxProperties'];

/**
 * A line for each breaking change that is not announced, and for each announcement without a change or a reason.
 * @param {Change[]} changes @param {{ change: string, why: string }[]} announced @returns {string[]}
 */
export function faultsOf(changes, announced) {
  const breaking = changes.filter(({ breaks }) => breaks).map(({ where, what }) => `${where}: ${what}`);
  const unannounced = breaking.filter((change) => !announced.some((one) => one.change === change));
  const stale = announced.filter(({ change }) => !breaking.includes(change));
  const unexplained = announced.filter(({ why }) => !why?.trim());
  return [
    ...unannounced.map((change) => `Breaks clients and is not announced: ${change}`),
    ...stale.map(({ change }) => `Is announced and did not happen: ${change}`),
    ...unexplained.map(({ change }) => `Is announced without a reason: ${change}`),
  ];
}

/**
 * Every difference, by the operation or the shared schema where it is seen. A change breaks clients where a request
 * that was accepted is refused now, or where an answer lacks what it had or has another shape. New properties,
 * parameters, operations and values of answers break nothing.
 * @param {any} before @param {any} after @returns {Change[]}
 */
export function changesBetween(before, after) {
  const found = new Map();
  /** @param {string} where @param {string} what @param {boolean} breaks */
  const note = (where, what, breaks) => {
    const key = `${where}: ${what}`;
    // A schema stands in bodies and in answers: what breaks one of them breaks.
    found.set(key, { where, what, breaks: breaks || found.get(key)?.breaks === true });
  };
  const [old, now] = [operationsOf(before), operationsOf(after)];
  for (const [place, operation] of old) {
    const later = now.get(place);
    if (!later) note(operation.operationId, `${place} is gone`, true);
    else compareOperations(operation, later);
  }
  for (const [place, { operationId }] of now) if (!old.has(place)) note(operationId, `${place} is new`, false);
  return [...found.values()].sort((a, b) => (`${a.where}: ${a.what}` < `${b.where}: ${b.what}` ? -1 : 1));

  /** @param {any} one @param {any} other */
  function compareOperations(one, other) {
    const name = one.operationId;
    if (other.operationId !== name) note(name, `is called ${other.operationId}`, true);
    const parameters = parametersOf(one, before);
    const laterParameters = parametersOf(other, after);
    for (const [key, parameter] of parameters) {
      const later = laterParameters.get(key);
      if (!later) note(name, `the parameter ${key} is gone`, true);
      else {
        if (later.required && !parameter.required) note(name, `the parameter ${key} is required`, true);
        compareSchemas(parameter.schema ?? {}, later.schema ?? {}, `${name} ${key}`, 'body', new Set());
      }
    }
    for (const [key, { required }] of laterParameters)
      if (!parameters.has(key))
        note(name, `the parameter ${key} is new${required ? ' and required' : ''}`, required === true);
    compareBodies(one.requestBody, other.requestBody, name);
    compareAnswers(one, other, name);
  }

  /** @param {any} one @param {any} other @param {string} name */
  function compareBodies(one, other, name) {
    if (!one && other?.required) note(name, 'a body is required', true);
    if (one && !other) note(name, 'it takes no body', true);
    if (!one || !other) return;
    if (other.required && !one.required) note(name, 'a body is required', true);
    for (const [type, { schema }] of Object.entries(one.content)) {
      const later = other.content[type];
      if (!later) note(name, `a body of ${type} is not taken`, true);
      else compareSchemas(schema, later.schema, `${name} body`, 'body', new Set());
    }
  }

  /** @param {any} one @param {any} other @param {string} name */
  function compareAnswers(one, other, name) {
    const [answers, later] = [answersOf(one, before), answersOf(other, after)];
    for (const [status, answer] of answers) {
      const laterAnswer = later.get(status);
      if (!laterAnswer) {
        note(name, `it does not answer ${status}`, true);
        continue;
      }
      for (const [type, { schema }] of Object.entries(answer.content ?? {})) {
        const laterContent = laterAnswer.content?.[type];
        if (!laterContent) note(name, `${status} has no ${type}`, true);
        else compareSchemas(schema ?? {}, laterContent.schema ?? {}, `${name} ${status}`, 'answer', new Set());
      }
    }
    for (const status of later.keys())
      if (!answers.has(status)) note(name, `it may answer ${status}`, !isRefusal(status));
  }

  /**
   * @param {Schema} given @param {Schema} givenLater @param {string} place @param {Direction} direction @param
   *   {Set<string>} seen
   */
  function compareSchemas(given, givenLater, place, direction, seen) {
    const name = nameOf(given) ?? nameOf(givenLater);
    const where = name ?? place;
    // Each pair of named schemas once, in each direction.
    const key = `${nameOf(given)} ${nameOf(givenLater)} ${direction}`;
    if (name !== undefined) {
      if (seen.has(key)) return;
      seen = new Set([...seen, key]);
    }
    const [one, other] = [resolved(given, before), resolved(givenLater, after)];
    const isBody = direction === 'body';
    const [types, laterTypes] = [typesOf(one), typesOf(other)];
    const lost = types.filter((type) => laterTypes.length > 0 && !laterTypes.includes(type));
    const added = laterTypes.filter((type) => types.length > 0 && !types.includes(type));
    if (isBody ? lost.length > 0 : added.length > 0)
      note(where, `${isBody ? 'takes' : 'is'} ${laterTypes.join(' or ')}, and was ${types.join(' or ')}`, true);
    compareValues(one, other, where, isBody);
    compareProperties(one, other, where, direction, seen);
    if (one.items && other.items) compareSchemas(one.items, other.items, `${where}[]`, direction, seen);
    compareAlternatives(one, other, where, direction, seen);
  }

  /** @param {Schema} one @param {Schema} other @param {string} where @param {boolean} isBody */
  function compareValues(one, other, where, isBody) {
    const [values, laterValues] = [one.enum, other.enum];
    if (values && laterValues) {
      const gone = values.filter((/** @type {unknown} */ value) => !laterValues.includes(value));
      const fresh = laterValues.filter((/** @type {unknown} */ value) => !values.includes(value));
      if (gone.length > 0) note(where, `the values ${gone.join(', ')} are gone`, isBody);
      if (fresh.length > 0) note(where, `the values ${fresh.join(', ')} are new`, false);
    } else if (!values && laterValues && isBody) note(where, `only ${laterValues.join(', ')} are values`, true);
    if (!isBody) return;
    for (const limit of LEAST)
      if (other[limit] !== undefined && other[limit] > (one[limit] ?? -Infinity))
        note(where, `${limit} is ${other[limit]}, and was ${one[limit] ?? 'none'}`, true);
    for (const limit of MOST)
      if (other[limit] !== undefined && other[limit] < (one[limit] ?? Infinity))
        note(where, `${limit} is ${other[limit]}, and was ${one[limit] ?? 'none'}`, true);
    for (const limit of ['pattern', 'format'])
      if (other[limit] !== undefined && other[limit] !== one[limit])
        note(where, `${limit} is ${other[limit]}, and was ${one[limit] ?? 'none'}`, true);
  }

  /**
   * @param {Schema} one @param {Schema} other @param {string} where @param {Direction} direction @param {Set<string>}
   *   seen
   */
  function compareProperties(one, other, where, direction, seen) {
    const isBody = direction === 'body';
    const [properties, later] = [one.properties ?? {}, other.properties ?? {}];
    const [required, laterRequired] = [one.required ?? [], other.required ?? []];
    if (!one.properties && !other.properties) return;
    for (const [property, schema] of Object.entries(properties)) {
      const at = `${where}.${property}`;
      if (!later[property]) {
        note(at, isBody ? 'is not taken' : 'is gone', true);
        continue;
      }
      if (isBody && laterRequired.includes(property) && !required.includes(property)) note(at, 'is required', true);
      if (!isBody && required.includes(property) && !laterRequired.includes(property)) note(at, 'may be absent', true);
      compareSchemas(schema, later[property], at, direction, seen);
    }
    for (const property of Object.keys(later)) {
      if (properties[property]) continue;
      const isRequired = isBody && laterRequired.includes(property);
      note(`${where}.${property}`, isRequired ? 'is new and required' : 'is new', isRequired);
    }
  }

  /**
   * @param {Schema} one @param {Schema} other @param {string} where @param {Direction} direction @param {Set<string>}
   *   seen
   */
  function compareAlternatives(one, other, where, direction, seen) {
    const [alternatives, later] = [alternativesOf(one), alternativesOf(other)];
    if (alternatives.length === 0 || later.length === 0) return;
    const keyOf = (/** @type {Schema} */ schema) => nameOf(schema) ?? JSON.stringify(schema.type ?? schema);
    for (const alternative of alternatives) {
      const match = later.find((/** @type {Schema} */ candidate) => keyOf(candidate) === keyOf(alternative));
      if (match) compareSchemas(alternative, match, where, direction, seen);
      else if (direction === 'body') note(where, `${keyOf(alternative)} is not taken`, true);
    }
    for (const candidate of later) {
      const isNew = !alternatives.some((/** @type {Schema} */ alternative) => keyOf(alternative) === keyOf(candidate));
      if (isNew) note(where, `may be ${keyOf(candidate)}`, direction === 'answer');
    }
  }
}

/** @param {any} document @returns {Map<string, any>} by verb and path; the names of variables do not matter */
function operationsOf({ paths }) {
  return new Map(
    Object.entries(paths).flatMap(([path, item]) =>
      VERBS.filter((verb) => item[verb]).map((verb) => [`${verb.toUpperCase()} ${path}`, item[verb]]),
    ),
  );
}

/** @param {any} operation @param {any} document @returns {Map<string, any>} */
function parametersOf({ parameters = [] }, document) {
  return new Map(
    parameters.map((/** @type {Schema} */ given) => {
      const parameter = resolved(given, document);
      return [`${parameter.name} (${parameter.in})`, parameter];
    }),
  );
}

/**
 * @param {any} operation @param {any} document @returns {Map<string, any>} answers but for refusals, which all have one
 *   body
 */
function answersOf({ responses }, document) {
  const all = Object.entries(responses).map(([status, given]) => [status, resolved(given, document)]);
  return new Map(/** @type {[string, any][]} */ (all.filter(([status]) => !isRefusal(status))));
}

/** @param {string} status */
const isRefusal = (status) => Number(status) >= 400;

/** @param {Schema} schema */
const alternativesOf = (schema) => schema.oneOf ?? schema.anyOf ?? [];

/** @param {Schema | undefined} schema @returns {string | undefined} */
const nameOf = (schema) => schema?.$ref?.split('/').at(-1);

/** @param {any} node @param {any} document @returns {any} */
function resolved(node, document) {
  if (!node?.$ref) return node ?? {};
  const target = node.$ref
    .split('/')
    .slice(1)
    .reduce((/** @type {any} */ at, /** @type {string} */ key) => at?.[key], document);
  return resolved(target, document);
}

/** @param {Schema} schema @returns {string[]} */
const typesOf = ({ type }) => (type === undefined ? [] : [type].flat());
