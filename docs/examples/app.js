// A frontend without a framework: signs up, in and out, tells who is there, and makes an organization. The session is
// in a cookie that no script can read; every request says `credentials: 'include'`, which sends it to other origins too.

/** @param {string} service the address of Curbcut; empty: the origin of this page */
export function start(service) {
  const form = document.forms.person;
  const status = document.querySelector('[role=status]');

  async function call(method, path, body) {
    const answer = await fetch(service + path, {
      method,
      credentials: 'include',
      headers: { ...(body && { 'content-type': 'application/json' }), prefer: 'session=cookie' },
      body: body && JSON.stringify(body),
    });
    const told = await answer.json();
    if (!answer.ok) throw new Error(`${told.code}: ${told.message}`);
    return told;
  }

  async function show() {
    const me = await call('GET', '/v1/me').catch(() => undefined);
    status.textContent = me
      ? [`Signed in as ${me.user.name}`, ...me.organizations.map(({ name }) => name)].join(', ')
      : 'Signed out';
  }

  const actions = {
    up: ({ name, email, password }) => call('POST', '/api/auth/sign-up/email', { name, email, password }),
    in: ({ email, password }) => call('POST', '/api/auth/sign-in/email', { email, password }),
    make: ({ organization }) => call('POST', '/api/auth/organization/create', { name: organization }),
    out: () => call('POST', '/api/auth/sign-out', {}),
  };
  form.addEventListener('submit', (event) => {
    event.preventDefault();
    const act = actions[event.submitter.value];
    void act(Object.fromEntries(new FormData(form))).then(show, (error) => (status.textContent = error.message));
  });
  void show();
}
