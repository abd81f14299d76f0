import { Trans, useLingui } from '@lingui/react/macro';
import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { AgencyOption } from '#api/profiles.ts';
import { messageOf } from '../../api/api-error.ts';
import { call } from '../../api/call.ts';
import { queryKeys } from '../../api/queries.ts';
import { useShownError } from '../../api/use-shown-error.ts';
import { useFormField } from '../../ui/forms/form.tsx';
import { IsoDate } from '../../ui/iso-date.tsx';
import { ComboBox } from '../../ui/select.tsx';

/** The agencies one can choose, all of them page by page, found by typing part of a name. */
export function AgencyPicker() {
  const { t } = useLingui();
  const { value, onChange, error } = useFormField<AgencyOption | null>('agency');
  const [typed, setTyped] = useState(value?.name ?? '');
  // What stands in the field after a choice is the agency's name, not a search.
  const search = typed === value?.name ? '' : typed.trim().slice(0, 100);
  const agencies = useInfiniteQuery({
    queryKey: [...queryKeys.agencies, search],
    queryFn: ({ pageParam, signal }) =>
      call('list_agencies', { query: { search: search || undefined, cursor: pageParam }, signal }),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: (last) => last.next_cursor ?? undefined,
    placeholderData: keepPreviousData,
  });
  const { isFetchingNextPage, hasNextPage } = agencies;
  const failure = useShownError(agencies);
  const found = agencies.data?.pages.flatMap(({ items }) => items) ?? [];
  const isMissing = value !== null && !found.some((agency) => agency.id === value.id);
  const options = isMissing ? [value, ...found] : found;
  const nobody = agencies.isSuccess && options.length === 0 && search === '';
  const choose = (id: string | null) => {
    const agency = options.find((option) => option.id === id) ?? null;
    setTyped(agency?.name ?? '');
    onChange(agency);
  };
  return (
    <ComboBox
      label={<Trans>Agency</Trans>}
      name="agency"
      isRequired
      placeholder={t`Type or choose a name`}
      hint={
        nobody ? (
          <Trans>No agency has joined yet. Ask yours to sign up; it appears here at once.</Trans>
        ) : value ? (
          <Facts of={value} />
        ) : undefined
      }
      error={error ?? (failure ? messageOf(failure, t`Agencies could not be loaded.`) : undefined)}
      options={options.map((one) => ({
        id: one.id,
        label: one.name,
        detail: <Facts of={one} />,
        isExact: true,
      }))}
      value={value?.id ?? null}
      // One that a link has chosen: the list is not there yet, and the field has the focus when it comes.
      defaultInputValue={value?.name}
      onChange={choose}
      onInputChange={setTyped}
      more={
        hasNextPage
          ? { isLoading: isFetchingNextPage, load: () => void agencies.fetchNextPage() }
          : undefined
      }
      empty={emptyWords(agencies.isFetching, nobody)}
    />
  );
}

/** What tells an agency from another one of its name. */
function Facts({ of: { is_verified, joined_on, cr_number_end } }: { of: AgencyOption }) {
  return (
    <>
      {is_verified ? (
        <Trans>
          Verified by us · with us since <IsoDate date={joined_on} />
        </Trans>
      ) : (
        <Trans>
          Not verified yet · with us since <IsoDate date={joined_on} />
        </Trans>
      )}
      {cr_number_end ? <Trans> · CR number ends in {cr_number_end}</Trans> : null}
    </>
  );
}

function emptyWords(isFetching: boolean, nobody: boolean) {
  if (isFetching) return <Trans>Loading agencies</Trans>;
  if (nobody) return <Trans>No agency has joined yet</Trans>;
  return <Trans>No agency by this name</Trans>;
}
