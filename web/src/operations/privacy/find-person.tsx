import { Trans, useLingui } from '@lingui/react/macro';
import { useState } from 'react';
import type { Person } from '#api/privacy.ts';
import { call } from '../../api/call.ts';
import { QueryResult } from '../../api/query-result.tsx';
import { Button } from '../../ui/button.tsx';
import { DescriptionList } from '../../ui/description-list.tsx';
import { Form, FormTextField } from '../../ui/forms/form.tsx';
import { useCheckedForm } from '../../ui/forms/use-checked-form.ts';
import { Money } from '../../ui/money.tsx';
import { Notice } from '../../ui/notice.tsx';
import { UserText } from '../../ui/user-text.tsx';
import { PartyLink } from '../kit/party-link.tsx';
import { ReasonDialog } from '../kit/reason-dialog.tsx';
import { useConsoleQuery } from '../kit/use-console-query.ts';
import { usePrivacyLabels } from './privacy-labels.ts';

/** Finds an account by its address, and asks another person to export or erase its data. */
export function FindPerson() {
  const { t } = useLingui();
  const [email, setEmail] = useState<string | null>(null);
  const form = useCheckedForm({
    defaultValues: { email: '' },
    check: (typed) => ({
      email: /\S@\S/.test(typed.email) ? undefined : t`Enter an email address.`,
    }),
    onValid: (typed) => setEmail(typed.email.trim()),
  });
  return (
    <div className="grid gap-8">
      <Form form={form} className="flex max-w-2xl flex-wrap items-end gap-4">
        <div className="min-w-0 grow basis-64">
          <FormTextField
            name="email"
            label={t`Email of the account`}
            type="email"
            autoComplete="off"
            ltr
            isRequired
          />
        </div>
        <Button type="submit" tone="secondary">
          <Trans>Find the account</Trans>
        </Button>
      </Form>
      {email === null ? null : <Found key={email} email={email} />}
    </div>
  );
}

function Found({ email }: { email: string }) {
  const answer = useConsoleQuery(['privacy', 'person', email], (signal) =>
    call('find_person', { query: { email }, signal }),
  );
  return (
    <QueryResult query={answer}>
      {({ person }) =>
        person === null ? (
          <Notice tone="info" title={<Trans>No account has this address.</Trans>} />
        ) : person.is_staff ? (
          <Notice
            tone="info"
            title={<Trans>An account of staff is neither exported nor erased here.</Trans>}
          />
        ) : (
          <AskFor person={person} />
        )
      }
    </QueryResult>
  );
}

function AskFor({ person }: { person: Person }) {
  const { t } = useLingui();
  const [asking, setAsking] = useState<{
    kind: 'export_person' | 'erase_person';
    identified: string;
  } | null>(null);
  const form = useCheckedForm<{ identified: string; kind: 'export_person' | 'erase_person' }>({
    defaultValues: { identified: '', kind: 'export_person' },
    check: ({ identified }) => ({
      identified: identified.trim() ? undefined : t`Say how the person was identified.`,
    }),
    onValid: ({ identified, kind }) => setAsking({ kind, identified: identified.trim() }),
  });
  const ask = (kind: 'export_person' | 'erase_person') => {
    form.setValue('kind', kind);
    void form.submit();
  };
  const isErasure = asking?.kind === 'erase_person';
  return (
    <div className="grid gap-6">
      <PersonFacts person={person} />
      {person.open.length > 0 ? (
        <Notice tone="warn" title={<Trans>An erasure waits until this is settled</Trans>}>
          <OpenMatters person={person} />
        </Notice>
      ) : null}
      <Form form={form} className="grid max-w-2xl gap-5">
        <FormTextField
          name="identified"
          label={t`How was the person identified?`}
          hint={t`Such as: by the account’s own email and a call. No numbers of documents.`}
          maxLength={300}
          isRequired
        />
        <div className="flex flex-wrap gap-3">
          <Button tone="secondary" onPress={() => ask('export_person')}>
            <Trans>Request an export</Trans>
          </Button>
          <Button
            tone="danger"
            isDisabled={person.open.length > 0}
            onPress={() => ask('erase_person')}
          >
            <Trans>Request an erasure</Trans>
          </Button>
        </div>
      </Form>
      {asking ? (
        <ReasonDialog
          title={
            isErasure ? (
              <Trans>Request the erasure of this person’s data?</Trans>
            ) : (
              <Trans>Request an export of this person’s data?</Trans>
            )
          }
          lead={<Trans>Another person of staff approves it, or declines it.</Trans>}
          facts={[
            {
              id: 'account',
              label: <Trans>Account</Trans>,
              value: (
                <bdi translate="no" dir="ltr">
                  {person.email}
                </bdi>
              ),
            },
            {
              id: 'identified',
              label: <Trans>Identified</Trans>,
              value: <UserText text={asking.identified} />,
            },
          ]}
          confirm={isErasure ? <Trans>Request an erasure</Trans> : <Trans>Request an export</Trans>}
          isDanger={isErasure}
          operation={asking.kind}
          input={({ reason }) => ({
            params: { id: person.id },
            body: { reason, identified: asking.identified },
          })}
          done={t`The request waits for another person`}
          onClose={() => setAsking(null)}
        />
      ) : null}
    </div>
  );
}

function PersonFacts({ person }: { person: Person }) {
  const { company, agency } = person;
  return (
    <DescriptionList
      facts={[
        {
          id: 'email',
          label: <Trans>Account</Trans>,
          value: (
            <bdi translate="no" dir="ltr">
              {person.email}
            </bdi>
          ),
        },
        ...(company
          ? [
              {
                id: 'company',
                label: <Trans>Company</Trans>,
                value: <PartyLink kind="companies" {...company} />,
              },
            ]
          : []),
        ...(agency
          ? [
              {
                id: 'agency',
                label: <Trans>Agency</Trans>,
                value: <PartyLink kind="agencies" {...agency} />,
              },
            ]
          : []),
      ]}
    />
  );
}

function OpenMatters({ person }: { person: Person }) {
  const { matterLabel } = usePrivacyLabels();
  return (
    <ul className="grid gap-1">
      {person.open.map(({ what, count, amount_sar }) => (
        <li key={what}>
          {matterLabel(what)}: <bdi translate="no">{count}</bdi>
          {amount_sar === null ? null : (
            <>
              {' · '}
              <Money amount={amount_sar} />
            </>
          )}
        </li>
      ))}
    </ul>
  );
}
