import { saveFile } from '../ui/save-file';
import { call } from './client';

type Operation = Parameters<typeof call>[0];

/** Asks for a file, and gives it to the browser to save under the name that the service gives it, which it answers. */
export async function download<O extends Operation>(
  operation: O,
  asked: Parameters<typeof call<O>>[1],
): Promise<string> {
  let name = '';
  const file = await call(operation, { ...asked, parseAs: 'blob' } as Parameters<typeof call<O>>[1], {
    onResponse: ({ headers }) =>
      (name = /filename="([^"]+)"/.exec(headers.get('content-disposition') ?? '')?.[1] ?? ''),
  });
  saveFile(name, (file as Blob).type, file as Blob);
  return name;
}
