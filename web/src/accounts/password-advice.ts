import { useEffect, useEffectEvent, useState } from 'react';
import { passwordLengthIsAllowed } from '#domain/accounts/password.ts';
import type { Language } from '#domain/languages.ts';
import type { PasswordOwner } from '#api/weak-password.ts';
import { useFormField } from '../ui/forms/form.tsx';
import { useLanguage } from '../ui/language-switch.tsx';

/** On each character, estimating would make a slow device wait. */
const PAUSE_MS = 250;

/** Loads the estimator's dictionaries, which are large. Without them there is no advice, and the server says the same. */
export function prepareAdvice(): void {
  import('#api/password-strength.ts').then(({ loadEstimator }) => loadEstimator()).catch(() => {});
}

/** The server's words for a weak password, while it is typed into the form's field `password`. It stays on the page. */
export function usePasswordAdvice(
  owner: () => PasswordOwner | Promise<PasswordOwner>,
): string | undefined {
  const language = useLanguage();
  const { value, error } = useFormField('password');
  const [advice, setAdvice] = useState<string>();
  const isLongEnough = passwordLengthIsAllowed(value);
  const readWords = useEffectEvent(async (password: string, spoken: Language) => {
    const [{ findWeakness }, read] = await Promise.all([import('#api/weak-password.ts'), owner()]);
    return (await findWeakness(password, read))?.messages[spoken];
  });
  useEffect(() => {
    if (!isLongEnough) return undefined;
    let isLatest = true;
    const timer = setTimeout(() => {
      readWords(value, language).then(
        (words) => isLatest && setAdvice(words),
        () => {},
      );
    }, PAUSE_MS);
    return () => {
      isLatest = false;
      clearTimeout(timer);
    };
  }, [value, isLongEnough, language]);
  return isLongEnough && !error ? advice : undefined;
}
