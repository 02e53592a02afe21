import { piecesOf } from './pieces';

describe('what somebody wrote', () => {
  it('is read element by element', () => {
    expect(piecesOf('<p>A <strong>b</strong><br />\nc</p>\n<hr />\n<ol start="3">\n<li>d</li>\n</ol>')).toEqual([
      {
        tag: 'p',
        attributes: {},
        pieces: [
          'A ',
          { tag: 'strong', attributes: {}, pieces: ['b'] },
          { tag: 'br', attributes: {}, pieces: [] },
          '\nc',
        ],
      },
      '\n',
      { tag: 'hr', attributes: {}, pieces: [] },
      '\n',
      { tag: 'ol', attributes: { start: '3' }, pieces: ['\n', { tag: 'li', attributes: {}, pieces: ['d'] }, '\n'] },
    ]);
  });

  it('has its characters back in texts and attributes, each once', () => {
    expect(piecesOf('<p>&lt;img&gt; &amp;lt;</p><a href="https://example.org/?a=1&amp;b=%22&quot;">x</a>')).toEqual([
      { tag: 'p', attributes: {}, pieces: ['<img> &lt;'] },
      { tag: 'a', attributes: { href: 'https://example.org/?a=1&b=%22"' }, pieces: ['x'] },
    ]);
  });

  it('keeps nothing of elements that are never made but the text in them', () => {
    expect(piecesOf('<p><script>alert(1)</script><img src="x" onerror="y"></p>')).toEqual([
      { tag: 'p', attributes: {}, pieces: ['alert(1)'] },
    ]);
  });

  it('comes to an end where elements do not', () => {
    expect(piecesOf('<p>a</em> < b')).toEqual([
      { tag: 'p', attributes: {}, pieces: ['a', ' ', '<', ' b'].filter(Boolean) },
    ]);
  });
});
