import { Trans, useLingui } from '@lingui/react/macro';
import type { ReactNode } from 'react';
import type { Notification } from '#api/notifications.ts';
import { riyadhDate } from '#domain/calendar.ts';
import { QueryResult } from '../api/query-result.tsx';
import { useShownError } from '../api/use-shown-error.ts';
import { addTexts } from '../i18n.ts';
import { DocumentTitle } from '../ui/document-title.tsx';
import { EmptyState } from '../ui/empty-state.tsx';
import { IsoDate } from '../ui/iso-date.tsx';
import { Link } from '../ui/link.tsx';
import { LoadMore } from '../ui/load-more.tsx';
import { PageHeader } from '../ui/page-header.tsx';
import { useUrlFilters } from '../ui/use-url-filters.ts';
import { MarkAllRead } from './mark-all-read.tsx';
import { NotificationItem } from './notification-item.tsx';
import { useNotifications } from './notifications-query.ts';
import { notificationTexts } from './texts.ts';

/** Before the page is drawn its words are there. */
export async function clientLoader() {
  await addTexts(notificationTexts);
  return null;
}

export const shouldRevalidate = () => false;

/** All notifications of a person by day, the newest first. */
export default function NotificationsPage() {
  const { t } = useLingui();
  const { filters, address } = useUrlFilters(['show']);
  const unread = filters.show === 'unread';
  const pages = useNotifications({ unread });
  const error = useShownError(pages);
  const items = pages.data?.pages.flatMap((page) => page.items);
  return (
    <>
      <DocumentTitle name={t`Notifications`} />
      <PageHeader
        title={<Trans>Notifications</Trans>}
        lead={
          <Link to="/settings#notifications">
            <Trans>Choose what we mail you</Trans>
          </Link>
        }
      />
      <div className="max-w-3xl">
        <div className="mb-4 flex min-h-11 flex-wrap items-center justify-between gap-x-6 gap-y-1">
          <nav aria-label={t`Which notifications`} className="flex gap-x-5">
            <FilterLink to={address('show', null)} isCurrent={!unread}>
              <Trans>All</Trans>
            </FilterLink>
            <FilterLink to={address('show', 'unread')} isCurrent={unread}>
              <Trans>Unread</Trans>
            </FilterLink>
          </nav>
          <MarkAllRead pages={pages.data?.pages} />
        </div>
        <QueryResult query={{ ...pages, data: items, error }}>
          {(shown) =>
            shown.length === 0 ? (
              unread ? (
                <EmptyState title={<Trans>Nothing is unread</Trans>} />
              ) : (
                <EmptyState title={<Trans>No notifications yet</Trans>}>
                  <Trans>What happens to your tickets, money and account appears here.</Trans>
                </EmptyState>
              )
            ) : (
              <div className="grid gap-6">
                {byDay(shown).map(({ day, ofDay }) => (
                  <section key={day} aria-labelledby={`day-${day}`}>
                    <h2 id={`day-${day}`} className="eyebrow mb-1">
                      <IsoDate date={day} length="long" />
                    </h2>
                    <ul className="border-y border-line">
                      {ofDay.map((item) => (
                        <NotificationItem key={item.id} notification={item} />
                      ))}
                    </ul>
                  </section>
                ))}
                <LoadMore pages={pages} className="" />
              </div>
            )
          }
        </QueryResult>
      </div>
    </>
  );
}

function FilterLink({
  to,
  isCurrent,
  children,
}: {
  to: string;
  isCurrent: boolean;
  children: ReactNode;
}) {
  return (
    <Link
      to={to}
      replace
      preventScrollReset
      aria-current={isCurrent ? 'page' : undefined}
      className="inline-flex min-h-11 items-center border-b-2 border-transparent font-medium text-ink-soft no-underline hover:text-ink aria-[current=page]:border-palm aria-[current=page]:font-semibold aria-[current=page]:text-ink"
    >
      {children}
    </Link>
  );
}

/** The notifications by their Riyadh day, in their order. */
function byDay(items: readonly Notification[]): { day: string; ofDay: Notification[] }[] {
  const days: { day: string; ofDay: Notification[] }[] = [];
  for (const item of items) {
    const day = riyadhDate(new Date(item.occurred_at));
    if (days.at(-1)?.day !== day) days.push({ day, ofDay: [] });
    days.at(-1)!.ofDay.push(item);
  }
  return days;
}
