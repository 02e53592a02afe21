import assert from 'node:assert/strict';

/** The data of an answer that must be a success. */
export async function ok(answer) {
  const { data, error } = await answer;
  assert.equal(error, null, `refused: ${JSON.stringify(error)}`);
  return data;
}

/** The error of an answer that must be this refusal. */
export async function refused(answer, status, code) {
  const { data, error } = await answer;
  assert.equal(data, null);
  assert.deepEqual({ status: error.status, code: error.code }, { status, code });
  assert.equal(typeof error.message, 'string');
  assert.ok(error.message.length > 0);
  assert.equal(typeof error.statusText, 'string');
  return error;
}

/** Checks what is expected of an answer and lets it say more. */
export function has(actual, expected, path = '') {
  for (const [key, value] of Object.entries(expected)) {
    const here = `${path}.${key}`;
    if (value !== null && typeof value === 'object') has(actual?.[key], value, here);
    else assert.deepEqual(actual?.[key], value, here);
  }
}
