import { decryptForRow } from '../platform/encryption.ts';
import type { ObjectStore } from '../files/object-store.ts';
import type { Secrets } from '../platform/config/secrets.ts';

/** A file of the ZIP as client-zip takes it. */
interface ZipEntry {
  /** Letters, digits, dots and dashes, with slashes between. */
  name: string;
  input: Buffer;
}

/** What `read_person_export` gives: rows by kind. The kinds that are named here are completed by the server. */
export interface PersonExport {
  [kind: string]: unknown;
  signing_records?: { id: string; identity_sealed?: string; identity_number?: string | null }[];
  files?: { storage_key?: string; name: string; kind: string; path_in_zip?: string }[];
}

/** The entries of the ZIP: each file, then `data.json` with all rows, the identity numbers and the files that are missing. */
export async function* exportEntries(
  data: PersonExport,
  { store, secrets }: { store: ObjectStore; secrets: Secrets },
): AsyncGenerator<ZipEntry> {
  const keys = secrets.accepted('signatory identities');
  for (const record of data.signing_records ?? []) {
    const sealed = Buffer.from(record.identity_sealed ?? '', 'base64');
    delete record.identity_sealed;
    // Null once it was erased after its period.
    record.identity_number = sealed.length > 0 ? decryptForRow(keys, record.id, sealed) : null;
  }
  const files = (data.files ?? []).map((file, index) => {
    const ending = /\.[a-z0-9]{1,5}$/i.exec(file.name)?.[0] ?? '';
    file.path_in_zip = `files/${index + 1}-${file.kind}${ending}`;
    const { storage_key, path_in_zip } = file;
    delete file.storage_key;
    return { storage_key: storage_key!, name: path_in_zip };
  });
  const missing: string[] = [];
  for (const { storage_key, name } of files) {
    const bytes = await store.get(storage_key);
    if (bytes) yield { name, input: bytes };
    else missing.push(name);
  }
  yield { name: 'data.json', input: Buffer.from(JSON.stringify({ ...data, missing }, null, 2)) };
}
