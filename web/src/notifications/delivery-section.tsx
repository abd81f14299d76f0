import { Trans, useLingui } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import type { ReplyOf } from '#api/contract.ts';
import {
  deliveries,
  notificationKindNames,
  notificationKinds,
  type Delivery,
} from '#domain/notifications/notification-kinds.ts';
import { useAuth } from '../accounts/auth-context.tsx';
import { SettingsSection } from '../accounts/settings-section.tsx';
import { call } from '../api/call.ts';
import { queryKeys } from '../api/queries.ts';
import { QueryResult } from '../api/query-result.tsx';
import { useIdempotentMutation } from '../api/use-idempotent-mutation.ts';
import { useShownError } from '../api/use-shown-error.ts';
import { Disclosure } from '../ui/disclosure.tsx';
import { Select } from '../ui/select.tsx';
import { kindNames } from './notification-words.ts';

type Setting = Omit<ReplyOf<'read_notification_settings'>['items'][number], 'delivery'> & {
  /** Null until it is read. */
  delivery: Delivery | null;
};

/** How each kind of notification is mailed: the person's choice, or why there is none. */
export default function DeliverySection() {
  const { role, isStaff } = useAuth();
  const query = useQuery({
    queryKey: queryKeys.notificationSettings,
    queryFn: ({ signal }) => call('read_notification_settings', { signal }),
  });
  const error = useShownError(query);
  const isComing = query.fetchStatus !== 'paused' && error === null;
  const shown = query.data?.items ?? (isComing ? unread(isStaff ? 'staff' : role) : undefined);
  return (
    <div id="notifications">
      <SettingsSection
        title={<Trans>Notifications</Trans>}
        lead={
          <Trans>
            All of them appear under the bell. Choose which ones we also email you; the daily
            summary is sent at 8 in the morning, Riyadh time.
          </Trans>
        }
      >
        <QueryResult query={{ ...query, data: shown, error }}>
          {(items) => (
            <div aria-busy={!query.data} className="grid gap-5">
              {items
                .filter((item) => item.is_chosen)
                .map((item) => (
                  <Choice key={item.kind} setting={item} />
                ))}
              <AlwaysMailed items={items.filter((item) => !item.is_chosen)} />
            </div>
          )}
        </QueryResult>
      </SettingsSection>
    </div>
  );
}

/** The settings of a side before they are read: drawn at once, so that nothing below them moves. */
function unread(side: string | null): Setting[] {
  return notificationKindNames
    .map((kind) => ({ kind, ...notificationKinds[kind] }))
    .filter(({ sides }) => sides.some((one) => one === 'person' || one === side))
    .map(({ kind, category }) => ({
      kind,
      category,
      is_chosen: category === 'other',
      delivery: null,
    }));
}

function Choice({ setting: { kind, delivery } }: { setting: Setting }) {
  const { t, i18n } = useLingui();
  const { send, isSending, at } = useIdempotentMutation('choose_notification_delivery');
  const names: Record<Delivery, string> = {
    now: t`At once`,
    daily: t`In the daily summary`,
    never: t`Not by mail`,
  };
  return (
    <Select
      label={i18n._(kindNames[kind])}
      options={deliveries.map((id) => ({ id, label: names[id] }))}
      value={delivery}
      placeholder="…"
      isDisabled={isSending || delivery === null}
      error={at('kind')}
      onChange={(id) => {
        const next = deliveries.find((one) => one === id);
        if (next && next !== delivery) void send({ body: { kind, delivery: next } });
      }}
    />
  );
}

function AlwaysMailed({ items }: { items: Setting[] }) {
  const { i18n } = useLingui();
  const reasons: Record<Exclude<Setting['category'], 'other'>, ReactNode> = {
    money: <Trans>Your money</Trans>,
    security: <Trans>The security of your account</Trans>,
    legal: <Trans>Legal documents</Trans>,
  };
  return (
    <div className="border-t border-line pt-4">
      <h3 className="font-semibold">
        <Trans>Always mailed at once</Trans>
      </h3>
      <p className="mt-1 text-sm text-ink-soft">
        <Trans>
          You must learn of these in time, also when you are not signed in. They cannot be switched
          off.
        </Trans>
      </p>
      {(['money', 'legal', 'security'] as const).map((category) => {
        const ofCategory = items.filter((item) => item.category === category);
        return ofCategory.length === 0 ? null : (
          <Disclosure key={category} summary={reasons[category]}>
            <ul className="grid list-disc gap-1 ps-5 text-sm">
              {ofCategory.map(({ kind }) => (
                <li key={kind}>{i18n._(kindNames[kind])}</li>
              ))}
            </ul>
          </Disclosure>
        );
      })}
    </div>
  );
}
