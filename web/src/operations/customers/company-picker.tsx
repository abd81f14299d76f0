import { Trans, useLingui } from '@lingui/react/macro';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { messageOf } from '../../api/api-error.ts';
import { call } from '../../api/call.ts';
import { listLimits } from '#api/list-limits.ts';
import { queryKeys } from '../../api/queries.ts';
import { useShownError } from '../../api/use-shown-error.ts';
import { ComboBox } from '../../ui/select.tsx';

export interface CompanyName {
  id: string;
  name: string;
}

/** A company, found by typing a part of its name. */
export function CompanyPicker({
  value,
  onChange,
  error,
  optional,
  className,
}: {
  value: CompanyName | null;
  onChange: (company: CompanyName | null) => void;
  error?: string;
  optional?: boolean;
  className?: string;
}) {
  const { t } = useLingui();
  const [typed, setTyped] = useState(value?.name ?? '');
  // What stands in the field after a choice is the company's name, not a search.
  const search = typed === value?.name ? '' : typed.trim().slice(0, 100);
  const companies = useQuery({
    queryKey: queryKeys.operations('companies', search),
    queryFn: ({ signal }) => call('find_companies', { query: search ? { search } : {}, signal }),
    placeholderData: keepPreviousData,
  });
  const failure = useShownError(companies);
  const found = companies.data?.items ?? [];
  const isMissing = value !== null && !found.some(({ id }) => id === value.id);
  const options = isMissing ? [value, ...found] : found;
  const choose = (id: string | null) => {
    const company = options.find((option) => option.id === id) ?? null;
    setTyped(company?.name ?? '');
    onChange(company);
  };
  return (
    <ComboBox
      label={<Trans>Company</Trans>}
      optional={optional}
      className={className}
      placeholder={t`Type or choose a name`}
      hint={
        found.length >= listLimits.companies_to_choose ? (
          <Trans>There may be more companies than the list shows. Type a part of the name.</Trans>
        ) : undefined
      }
      error={error ?? (failure ? messageOf(failure, t`Companies could not be loaded.`) : undefined)}
      options={options.map(({ id, name }) => ({ id, label: name, isExact: true }))}
      value={value?.id ?? null}
      onChange={choose}
      onInputChange={setTyped}
      empty={
        companies.isFetching ? (
          <Trans>Loading companies</Trans>
        ) : (
          <Trans>No company by this name</Trans>
        )
      }
    />
  );
}
