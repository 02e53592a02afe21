// Shows the document, with an example of each operation in curl and TypeScript, and mends what keeps Swagger UI from everybody.
/* global document, window, SwaggerUIBundle, MutationObserver */

/** The value of an example in TypeScript: names that need no quotes have none. */
const written = (value, indent = '  ') =>
  JSON.stringify(value, null, 2)
    .replace(/^(\s*)"([A-Za-z_]\w*)":/gm, '$1$2:')
    .replace(/\n/g, `\n${indent}`);

const exampleOf = ({ components }, { requestBody }) => {
  const [media, content] = Object.entries(requestBody?.content ?? {})[0] ?? [];
  const name = content?.schema?.$ref?.split('/').at(-1);
  return { media, value: components.schemas[name]?.examples?.[0] };
};

const PLACES = { orgId: '$ORGANIZATION', productSlug: 'web-shop' };

/** A call of an operation by curl. */
function curl(document, { verb, path, operation }) {
  const { media, value } = exampleOf(document, operation);
  const place = path.replace(/\{(\w+)\}/g, (_, name) => PLACES[name] ?? `$${name}`);
  const lines = [`curl${verb === 'get' ? '' : ` -X ${verb.toUpperCase()}`} "$CURBCUT_URL${place}"`];
  if (operation.security?.length > 0)
    lines.push(
      operation.security.length > 1 ? '-H "X-API-Key: $CURBCUT_API_KEY"' : '-H "Authorization: Bearer $TOKEN"',
    );
  if (media === 'multipart/form-data') lines.push('-F file=@picture.png');
  else if (media)
    lines.push(`-H 'Content-Type: ${media}'`, `-d '${JSON.stringify(value ?? {}).replace(/'/g, `'\\''`)}'`);
  return lines.join(' \\\n  ');
}

/** The same with @curbcut/client. */
function typescript(document, { path, operation }) {
  const { media, value } = exampleOf(document, operation);
  const named = [...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name);
  const body = media === 'multipart/form-data' ? '{ file }' : media && written(value ?? {});
  const args = [...named, ...(body ? [`body: ${body}`] : [])];
  const [resource, name] = operation.operationId.split('_');
  return `await curbcut.${resource}.${name}(${args.length > 0 ? `{\n  ${args.join(',\n  ')},\n}` : ''});`;
}

/** Puts the examples of an operation below its description. */
const samples = (system) => ({
  wrapComponents: {
    parameters: (Original) => (props) => {
      const { React } = system;
      const [, path, verb] = props.specPath?.toJS?.() ?? [];
      const spec = system.specSelectors.specJson().toJS();
      const operation = spec.paths?.[path]?.[verb];
      if (!operation?.operationId) return React.createElement(Original, props);
      const call = { path, verb, operation };
      const isForPrograms = !operation.operationId.startsWith('pages_');
      const block = (title, text) => [
        React.createElement('h4', { key: `${title} title` }, title),
        React.createElement(
          'pre',
          { key: title, tabIndex: 0, 'aria-label': `${title} example` },
          React.createElement('code', null, text),
        ),
      ];
      return React.createElement(
        React.Fragment,
        null,
        React.createElement(
          'div',
          { className: 'curbcut-samples' },
          ...block('curl', curl(spec, call)),
          ...(isForPrograms ? block('TypeScript', typescript(spec, call)) : []),
        ),
        React.createElement(Original, props),
      );
    },
  },
});

/** Filters operations by path, summary and operation id, where Swagger UI knows tags alone. */
const filter = () => ({
  fn: {
    opsFilter: (tags, phrase) => {
      const words = phrase.toLowerCase().split(/\s+/).filter(Boolean);
      const isFound = (operation) => {
        const texts = [
          operation.get('path'),
          ...['summary', 'operationId'].map((name) => operation.getIn(['operation', name])),
        ];
        const text = texts.join(' ').toLowerCase();
        return words.every((word) => text.includes(word));
      };
      return tags
        .map((tag) => tag.update('operations', (operations) => operations.filter(isFound)))
        .filter((tag) => tag.get('operations').size > 0);
    },
  },
});

const FILTER = 'Filter by path, summary or operation id';

/** Every operation in one list, which a search in the page finds: Swagger UI draws only those near the window. */
function listOperations(ui) {
  const list = document.createElement('ul');
  for (const [path, verbs] of Object.entries(ui.specSelectors.specJson().get('paths').toJS()))
    for (const [verb, { operationId, summary, tags }] of Object.entries(verbs)) {
      if (!operationId) continue;
      const link = document.createElement('a');
      link.href = `#/${encodeURIComponent(tags[0])}/${operationId}`;
      link.textContent = `${verb.toUpperCase()} ${path}: ${summary} (${operationId})`;
      link.addEventListener('click', () => ui.layoutActions.parseDeepLinkHash(link.hash));
      list.appendChild(document.createElement('li')).append(link);
    }
  const title = document.createElement('summary');
  title.textContent = `All ${list.children.length} operations`;
  const details = document.createElement('details');
  details.append(title, list);
  const place = document.createElement('nav');
  place.className = 'curbcut-operations';
  place.setAttribute('aria-label', 'Operations');
  place.append(details);
  document.body.prepend(place);
}

/** What is set on what Swagger UI draws; null takes it away. */
const REPAIRS = [
  ['.swagger-ui .information-container', { role: 'region', 'aria-label': 'About' }],
  ['.swagger-ui .scheme-container', { role: 'region', 'aria-label': 'Server and credentials' }],
  ['.swagger-ui .schemes-server-container', { role: null, 'aria-label': null }],
  ['#servers', { 'aria-label': 'Server' }],
  ['.swagger-ui h3.opblock-tag', { role: 'heading', 'aria-level': '2' }],
  ['.swagger-ui .opblock h4', { role: 'heading', 'aria-level': '3' }],
  ['.swagger-ui .opblock h5', { role: 'heading', 'aria-level': '4' }],
  ['.swagger-ui .models > h4', { role: 'heading', 'aria-level': '2' }],
  ['.swagger-ui .modal-ux-header h3', { role: 'heading', 'aria-level': '2' }],
  ['.swagger-ui .modal-ux-content h4', { role: 'heading', 'aria-level': '3' }],
  ['.swagger-ui .modal-ux', { role: 'dialog', 'aria-modal': 'true', 'aria-label': 'Available authorizations' }],
  ['.swagger-ui .close-modal', { 'aria-label': 'Close' }],
  ['.swagger-ui .auth-btn-wrapper button', { 'aria-label': null }],
  ['.swagger-ui .operation-filter-input', { 'aria-label': FILTER, placeholder: FILTER }],
  ['.swagger-ui .filter-container', { role: 'search' }],
  ['.swagger-ui textarea.body-param__text', { 'aria-label': 'Body' }],
  ['.swagger-ui .responses-table', { role: null }],
  ['.swagger-ui .opblock-summary-control a', { href: null, tabindex: null }],
  ['.swagger-ui .opblock-tag a', { href: null, tabindex: null }],
  ['.swagger-ui .highlight-code pre, .swagger-ui pre.microlight', { tabindex: '0' }],
];

function repair() {
  for (const [selector, attributes] of REPAIRS) {
    for (const element of document.querySelectorAll(selector)) {
      for (const [name, value] of Object.entries(attributes)) {
        if (value === null) element.removeAttribute(name);
        else if (element.getAttribute(name) !== value) element.setAttribute(name, value);
      }
    }
  }
}

window.addEventListener('load', () => {
  const ui = SwaggerUIBundle({
    url: '/openapi.json',
    dom_id: '#swagger-ui',
    deepLinking: true,
    presets: [SwaggerUIBundle.presets.apis],
    plugins: [SwaggerUIBundle.plugins.DownloadUrl, samples, filter],
    filter: true,
    onComplete: () => listOperations(ui),
    layout: 'BaseLayout',
    persistAuthorization: false,
    validatorUrl: null,
  });
  const place = document.getElementById('swagger-ui');
  new MutationObserver(repair).observe(place, {
    subtree: true,
    childList: true,
    attributes: true,
    attributeFilter: ['href', 'role'],
  });
});
