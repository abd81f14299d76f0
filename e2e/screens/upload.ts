import { pdf } from '#server/product-client/sample-uploads.ts';

import type { Person } from '../people.ts';

/** Uploads a small PDF as a file kind of the person; returns its path. */
export async function upload(person: Person, kind: string, title: string): Promise<string> {
  const { name, type, bytes } = pdf(`${title}.pdf`, [title]);
  const form = new FormData();
  form.append('file', new File([Uint8Array.from(bytes)], name, { type }));
  return (await person.api<{ path: string }>('POST', `/api/files/${kind}`, form)).path;
}
