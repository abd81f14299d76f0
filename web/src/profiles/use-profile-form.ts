import { useLingui } from '@lingui/react/macro';
import { useQueryClient } from '@tanstack/react-query';
import { useRef } from 'react';
import type { FieldValues } from 'react-hook-form';
import type { BodyOf, ReplyOf } from '#api/contract.ts';
import type { FileKind } from '#domain/files/file-rules.ts';
import type { ApiError } from '../api/api-error.ts';
import { useIdempotentMutation } from '../api/use-idempotent-mutation.ts';
import { useChosenFiles, type ChosenFiles } from '../files/use-chosen-files.ts';
import { useCheckedForm, type CheckedForm } from '../ui/forms/use-checked-form.ts';
import { holdsSent } from './profile-values.ts';
import { loadProfileRules, useProfileCheck } from './use-profile-check.ts';

export interface ProfileForm<Values extends FieldValues> {
  form: CheckedForm<Values>;
  files: ChosenFiles;
  save: () => Promise<'saved' | ApiError | null>;
}

type Save = 'upsert_company' | 'upsert_agency';

/** A document of a profile: the field that holds its path, several of them with `several`. */
export interface ProfileDocument {
  field: string;
  kind: FileKind;
  several?: boolean;
}

/**
 * The form of a profile with its files. `save` sends what was changed with the paths of the sent files; it resolves with why it
 * was refused where it was.
 */
export function useProfileForm<Id extends Save, Values extends FieldValues>({
  operation,
  queryKey,
  read,
  stored,
  bodyOf,
  maxLengths,
  documents,
}: {
  operation: Id;
  /** Of the stored profile. */
  queryKey: readonly string[];
  read: () => Promise<ReplyOf<Save>>;
  stored: Values;
  bodyOf: (typed: Values, stored: Values) => BodyOf<Id>;
  maxLengths: Readonly<Record<string, number>>;
  documents: readonly ProfileDocument[];
}): ProfileForm<Values> {
  const { t } = useLingui();
  const queryClient = useQueryClient();
  const files = useChosenFiles();
  const refused = useRef<ApiError | null>(null);
  const mutation = useIdempotentMutation<Save>(operation, {
    fallback: {
      sentence: t`Failed to save profile`,
      unknown: t`It may have arrived: saving again is safe.`,
    },
    readBack: async ({ body }, isEmpty) => {
      if (!isEmpty) return null;
      const [profile, { readers }] = await Promise.all([read(), loadProfileRules()]);
      return holdsSent(profile, body, readers) ? profile : null;
    },
    onSuccess: (profile) => queryClient.setQueryData(queryKey, profile),
    onRefusal: (refusal) => {
      refused.current = refusal;
      const names = new Set(refusal.fields.map(({ field }) => field));
      for (const { field, kind } of documents) if (names.has(field)) files.lose(kind);
    },
  });
  const form = useCheckedForm<Values>({
    // What arrives while somebody types fills only what they have not touched.
    values: stored,
    resetOptions: { keepDirtyValues: true, keepErrors: true },
    mode: 'onTouched',
    reValidateMode: 'onChange',
    check: useProfileCheck(maxLengths),
    onValid: () => undefined,
  });

  const save = async () => {
    const body: Record<string, unknown> = bodyOf(form.getValues(), stored);
    for (const { field, kind, several } of documents) {
      const paths = files.sentPaths(kind);
      if (paths.length > 0) body[field] = several ? paths : paths.at(-1);
    }
    // A file that takes another's place may have its path.
    const chosen = files.files.map(({ key }) => key);
    const profile = await mutation.send({ body }, chosen);
    return profile === null ? refused.current : 'saved';
  };
  return { form, files, save };
}
