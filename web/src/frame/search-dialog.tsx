import { Trans, useLingui } from '@lingui/react/macro';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useEffect, useRef, useState, type FormEvent, type ReactNode } from 'react';
import type { ReplyOf } from '#api/contract.ts';
import { messageOf } from '../api/api-error.ts';
import { call } from '../api/call.ts';
import { queryKeys } from '../api/queries.ts';
import { shownPayoutStatus } from '#domain/payouts/payout.ts';
import {
  useNewTicketAddress,
  type NewTicketState,
} from '../tickets/new-ticket/new-ticket-address.ts';
import { ticketPath } from '../tickets/ticket-path.ts';
import { StatusBadge } from '../ui/status-badge.tsx';
import { TicketBadge } from '../tickets/ticket-badge.tsx';
import { Dialog } from '../ui/dialog.tsx';
import { IsoDate } from '../ui/iso-date.tsx';
import { Link } from '../ui/link.tsx';
import { Money } from '../ui/money.tsx';
import { TextField } from '../ui/text-field.tsx';
import { UserText } from '../ui/user-text.tsx';
import { useKindWord } from './kind-word.ts';

type Findings = ReplyOf<'search_own'>;

/** Milliseconds without typing before the search is sent. */
const REST_MS = 150;
const SHORTEST = 2;

/** Results while typing: Enter opens the first, the arrow keys move along them. */
export default function SearchDialog({ onClose }: { onClose: () => void }) {
  const { t } = useLingui();
  const [typed, setTyped] = useState('');
  const text = useRested(typed.trim());
  const isAsked = text.length >= SHORTEST;
  const { data, error } = useQuery({
    queryKey: queryKeys.own('search', { text }),
    queryFn: ({ signal }) => call('search_own', { query: { text }, signal }),
    enabled: isAsked,
    placeholderData: keepPreviousData,
  });
  const form = useRef<HTMLFormElement>(null);
  useEffect(() => {
    const { current } = form;
    current?.addEventListener('keydown', walk);
    return () => current?.removeEventListener('keydown', walk);
  }, []);
  const openFirst = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    event.currentTarget.querySelector<HTMLElement>('[data-finding]')?.click();
  };
  return (
    <Dialog isOpen onClose={onClose} width="medium" title={<Trans>Search</Trans>}>
      <form ref={form} onSubmit={openFirst} noValidate>
        <TextField
          label={t`Search tickets, names, documents and payments`}
          isLabelHidden
          maxLength={200}
          placeholder={t`Number, name, reference or amount`}
          value={typed}
          onChange={setTyped}
        />
        <div className="mt-4 min-h-48" aria-live="polite">
          {error ? (
            <p className="font-medium text-overdue">
              {messageOf(error, t`The list could not be loaded.`)}
            </p>
          ) : isAsked && data ? (
            <Found found={data} onOpen={onClose} />
          ) : (
            <p className="text-sm text-ink-soft">
              <Trans>
                Search by a number, part of a name, a bank reference or an exact amount.
              </Trans>
            </p>
          )}
        </div>
      </form>
    </Dialog>
  );
}

/** The text once the typing rests. */
function useRested(text: string): string {
  const [rested, setRested] = useState(text);
  useEffect(() => {
    const timer = setTimeout(() => setRested(text), REST_MS);
    return () => clearTimeout(timer);
  }, [text]);
  return rested;
}

/** The arrow keys lead from the field down the findings and back. */
function walk(event: KeyboardEvent): void {
  if (event.key !== 'ArrowDown' && event.key !== 'ArrowUp') return;
  const form = event.currentTarget as HTMLFormElement;
  const stops = [...form.querySelectorAll<HTMLElement>('input, [data-finding]')];
  const next = stops.indexOf(document.activeElement as HTMLElement);
  const target = stops[next + (event.key === 'ArrowDown' ? 1 : -1)];
  if (!target) return;
  event.preventDefault();
  target.focus();
}

function Found({
  found: { tickets, parties, agencies, payments, payouts, documents },
  onOpen,
}: {
  found: Findings;
  onOpen: () => void;
}) {
  const kindWord = useKindWord();
  const newTicket = useNewTicketAddress();
  const all = [tickets, parties, agencies, payments, payouts, documents];
  if (all.every((list) => list.length === 0)) {
    return (
      <p className="text-ink-soft">
        <Trans>Nothing was found.</Trans>
      </p>
    );
  }
  return (
    <div className="grid gap-5">
      <Group title={<Trans>Tickets</Trans>}>
        {tickets.map(({ id, ticket_number, amount_sar, ...ticket }) => (
          <Finding
            key={id}
            to={ticketPath(ticket_number)}
            onOpen={onOpen}
            name={<bdi translate="no">{ticket_number}</bdi>}
          >
            <Money amount={amount_sar} /> <TicketBadge ticket={ticket} />
          </Finding>
        ))}
      </Group>
      <Group title={<Trans>Companies and agencies</Trans>}>
        {parties.map((name) => (
          <Finding
            key={name}
            to={`/tickets?${new URLSearchParams({ text: name })}`}
            onOpen={onOpen}
            name={<UserText text={name} />}
          >
            <Trans>Their tickets</Trans>
          </Finding>
        ))}
      </Group>
      <Group title={<Trans>New Ticket</Trans>}>
        {agencies.map((agency) => (
          <Finding
            key={agency.id}
            to={newTicket.address}
            state={{ agency } satisfies NewTicketState}
            onOpen={onOpen}
            name={<UserText text={agency.name} />}
          >
            <Trans>Request a ticket</Trans>
          </Finding>
        ))}
      </Group>
      <Group title={<Trans>Payments</Trans>}>
        {payments.map(({ id, value_date, amount_sar, bank_reference, ticket_number }) => (
          <Finding
            key={id}
            to={`/payments/received?${new URLSearchParams({ text: bank_reference ?? ticket_number ?? amount_sar })}`}
            onOpen={onOpen}
            name={<Money amount={amount_sar} />}
          >
            <IsoDate date={value_date} /> <UserText text={bank_reference ?? ''} />
          </Finding>
        ))}
      </Group>
      <Group title={<Trans>Payouts</Trans>}>
        {payouts.map(({ id, net_amount, ticket_number, ...payout }) => (
          <Finding
            key={id}
            to={`/payouts?${new URLSearchParams({ text: ticket_number })}`}
            onOpen={onOpen}
            name={<Money amount={net_amount} />}
          >
            <bdi translate="no">{ticket_number}</bdi>{' '}
            <StatusBadge status={shownPayoutStatus(payout)} />
          </Finding>
        ))}
      </Group>
      <Group title={<Trans>Documents</Trans>}>
        {documents.map(({ id, kind, ticket_number, invoice_number }) => (
          <Finding
            key={id}
            to={`/documents?${new URLSearchParams({ text: invoice_number ?? ticket_number })}`}
            onOpen={onOpen}
            name={kindWord(kind)}
          >
            <bdi translate="no">{invoice_number ?? ticket_number}</bdi>
          </Finding>
        ))}
      </Group>
    </div>
  );
}

function Group({ title, children }: { title: ReactNode; children: readonly ReactNode[] }) {
  if (children.length === 0) return null;
  return (
    <section>
      <h3 className="eyebrow">{title}</h3>
      <ul>{children}</ul>
    </section>
  );
}

function Finding({
  to,
  state,
  onOpen,
  name,
  children,
}: {
  to: string;
  state?: NewTicketState;
  onOpen: () => void;
  name: ReactNode;
  children: ReactNode;
}) {
  return (
    <li className="border-b border-line">
      <Link
        data-finding
        to={to}
        state={state}
        onClick={onOpen}
        className="flex min-h-11 flex-wrap items-center justify-between gap-x-4 py-1.5 no-underline hover:bg-sunk"
      >
        <span className="font-semibold">{name}</span>
        <span className="inline-flex flex-wrap items-center gap-x-3 text-sm text-ink-soft">
          {children}
        </span>
      </Link>
    </li>
  );
}
