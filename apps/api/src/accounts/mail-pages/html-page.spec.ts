import { renderForm } from './form.js';
import { html } from './html.js';
import { renderDocument, successPage, relativeRoot } from './html-page.js';

test.each([
  ['/reset-password', './'],
  ['/reset-password/', '../'],
  ['/api/auth/verify-email', '../../'],
])('from %s the root of the service is %s', (path, root) => {
  expect(relativeRoot(path)).toBe(root);
});

test('a page has a language, one heading that is its title, and nothing that runs', () => {
  const text = renderDocument(successPage('It is <done>', html`<p>Good.</p>`), '../');
  expect(text).toMatch(/^<!doctype html>\n<html lang="en">/);
  expect(text).toContain('<title>It is &lt;done&gt; \u2013 Curbcut</title>');
  expect(text.match(/<h1>/g)).toHaveLength(1);
  expect(text).toContain('<h1>It is &lt;done&gt;</h1>');
  expect(text).toContain('<link rel="stylesheet" href="../pages/style.css" />');
  expect(text).not.toMatch(/<script|<style|\son\w+=|\sstyle=/);
});

test('what is wrong comes first in the title, is announced, and leads to its field', () => {
  const errors = [{ field: 'password', message: 'Type a "password".' }, { message: 'And more.' }];
  const text = renderDocument({ ...successPage('Go', html``), status: 400, errors }, './');
  expect(text).toContain('<title>Error: Go \u2013 Curbcut</title>');
  expect(text).toContain('role="alert"');
  expect(text).toContain('<li><a href="#password">Type a &quot;password&quot;.</a></li>');
  expect(text).toContain('<li>And more.</li>');
});

test('a field has its label, and is described by its hint and its errors', () => {
  const password = { name: 'password', label: 'Password', type: 'password', autocomplete: 'current-password' } as const;
  const form = (over: object, errors = [{ field: 'password', message: 'It is wrong.' }]) =>
    renderForm({
      hidden: { token: '"t"', absent: undefined },
      fields: [{ ...password, ...over }],
      button: 'Go',
      errors,
    }).text.replace(/\s+/g, ' ');
  const wrong = form({ hint: 'Eight.' });
  expect(wrong).toContain('<input type="hidden" name="token" value="&quot;t&quot;" />');
  expect(wrong).not.toContain('absent');
  expect(wrong).toContain('<label for="password">Password</label>');
  expect(wrong).toContain('<p class="hint" id="password-hint">Eight.</p>');
  expect(wrong).toContain('<p class="error" id="password-error">Error: It is wrong.</p>');
  expect(wrong).toMatch(
    /<input id="password" [^>]*aria-describedby="password-hint password-error" aria-invalid="true"/,
  );
  expect(form({}, [])).not.toMatch(/aria-|value="[^&]/);
});
