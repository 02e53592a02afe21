const CATEGORIES = ['performance', 'accessibility', 'best-practices', 'seo', 'pwa'];
const AUDITS = 150;
const ITEMS = 12;

/** A report of Lighthouse as Lighthouse CI uploads it, of about 765 kB. Made up; only its shape and size matter. */
export function lighthouseReport(url) {
  const item = (audit, i) => ({
    node: {
      type: 'node',
      path: `1,HTML,1,BODY,${audit},DIV,${i},IMG`,
      selector: `body > main#content > div.card:nth-child(${i}) > a > img`,
      snippet: `<img src="/pictures/${i}.webp" width="320" height="200" loading="lazy">`,
      explanation: 'Fix any of the following: the element has no alt attribute; aria-label is missing or empty.',
    },
    boundingRect: { top: i, bottom: i + 20, left: 0, right: 320, width: 320, height: 20 },
  });
  const audits = Object.fromEntries(
    Array.from({ length: AUDITS }, (_, n) => [
      `audit-${n}`,
      {
        ...{ id: `audit-${n}`, title: `Audit ${n}`, description: 'Tells what to do. '.repeat(5), score: n % 2 },
        ...{ scoreDisplayMode: 'numeric', numericValue: n * 10, numericUnit: 'millisecond' },
        details: { type: 'table', items: Array.from({ length: ITEMS }, (_item, i) => item(n, i)) },
      },
    ]),
  );
  for (const id of ['first-contentful-paint', 'interactive', 'speed-index', 'largest-contentful-paint']) {
    audits[id] = { id, title: id, score: 0.9, scoreDisplayMode: 'numeric', numericValue: 1234 };
  }
  const categories = Object.fromEntries(CATEGORIES.map((id) => [id, { id, title: id, score: 0.9, auditRefs: [] }]));
  const about = { lighthouseVersion: '12.0.0', requestedUrl: url, finalUrl: url, fetchTime: new Date().toISOString() };
  return JSON.stringify({ ...about, environment: {}, configSettings: {}, categories, audits });
}
