import { Trans, useLingui } from '@lingui/react/macro';
import { useState, type FormEvent } from 'react';
import { Button } from '../../ui/button.tsx';
import { TextField } from '../../ui/text-field.tsx';
import { useUrlFilters } from '../../ui/use-url-filters.ts';

/** The search of a list; the text is in the address as `q`. */
export function ListSearch() {
  const { t } = useLingui();
  const { filters, set } = useUrlFilters(['q']);
  const asked = filters.q ?? '';
  const [typed, setTyped] = useState(asked);
  // Another address, by a link or the way back, is another search.
  const [shown, setShown] = useState(asked);
  if (shown !== asked) {
    setShown(asked);
    setTyped(asked);
  }
  const search = (event: FormEvent) => {
    event.preventDefault();
    set('q', typed.trim());
  };
  return (
    <search className="mb-6">
      <form onSubmit={search} className="flex flex-wrap items-end gap-2" noValidate>
        <TextField
          label={t`Name, email address or ticket number`}
          className="max-w-sm min-w-0 grow basis-48"
          maxLength={200}
          value={typed}
          onChange={setTyped}
        />
        <Button type="submit" tone="secondary">
          <Trans>Search</Trans>
        </Button>
        {asked === '' ? null : (
          <Button
            tone="quiet"
            className="max-sm:basis-full max-sm:justify-start max-sm:px-0"
            onPress={() => set('q', null)}
          >
            <Trans>Show all</Trans>
          </Button>
        )}
      </form>
    </search>
  );
}
