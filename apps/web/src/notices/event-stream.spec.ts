import { streamReader } from './event-stream';

describe('a stream of events', () => {
  it('tells each message once it has ended, wherever its pieces were cut', () => {
    const read = streamReader();
    expect(read(':\n\nid: 1-a\nevent: notifi')).toEqual([]);
    expect(read('cation\ndata: {"id":"a"}\n')).toEqual([]);
    expect(read('\nevent: count\ndata: {"unread":1}\n\n')).toEqual([
      { id: '1-a', event: 'notification', data: '{"id":"a"}' },
      { id: undefined, event: 'count', data: '{"unread":1}' },
    ]);
  });

  it('says nothing of comments, and nothing of what has no data', () => {
    expect(streamReader()(':\n\n:beat\n\nevent: count\n\n')).toEqual([]);
  });

  it('joins the lines of one message', () => {
    expect(streamReader()('data: a\ndata:b\n\n')).toEqual([{ id: undefined, event: 'message', data: 'a\nb' }]);
  });
});
