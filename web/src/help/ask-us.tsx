import { Trans, useLingui } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { useSearchParams } from 'react-router';
import type { ReplyOf } from '#api/contract.ts';
import { HELP_TEXT_MAX_LENGTH } from '#domain/help.ts';
import { messageOf } from '../api/api-error.ts';
import { call } from '../api/call.ts';
import { queryKeys } from '../api/queries.ts';
import { useIdempotentMutation } from '../api/use-idempotent-mutation.ts';
import { useShownError } from '../api/use-shown-error.ts';
import { ticketNumberLink } from '../tickets/ticket-link.tsx';
import { Badge } from '../ui/badge.tsx';
import { Button } from '../ui/button.tsx';
import { Card } from '../ui/card.tsx';
import { ClockIcon } from '../ui/icons.tsx';
import { DateTime } from '../ui/date-time.tsx';
import { ErrorReference } from '../ui/error-reference.tsx';
import { ErrorState } from '../ui/error-state.tsx';
import { Form, FormTextArea, FormTextField } from '../ui/forms/form.tsx';
import { useCheckedForm } from '../ui/forms/use-checked-form.ts';
import { FormError } from '../ui/form-error.tsx';
import { Skeleton, Waiting } from '../ui/skeleton.tsx';
import { toast } from '../ui/toaster.tsx';

type Help = ReplyOf<'read_help'>;

/** How we are reached, a message to us, and what was asked and answered before. */
export function AskUs() {
  const { t } = useLingui();
  const query = useQuery({
    queryKey: queryKeys.help,
    queryFn: ({ signal }) => call('read_help', { signal }),
  });
  const error = useShownError(query);
  return (
    <div className="grid gap-8">
      <Card title={<Trans>Write to us</Trans>}>
        <MessageForm />
      </Card>
      {query.data ? (
        <>
          <Contact contact={query.data.contact} />
          <Messages items={query.data.items} />
        </>
      ) : error ? (
        <ErrorState
          message={messageOf(error, t`Your messages could not be loaded.`)}
          onRetry={() => void query.refetch()}
        >
          <ErrorReference of={error} />
        </ErrorState>
      ) : (
        <Waiting>
          <Skeleton className="h-24" />
        </Waiting>
      )}
    </div>
  );
}

/** `?ticket=HM-100001` names the ticket that it is about. */
function MessageForm() {
  const { t } = useLingui();
  const [search] = useSearchParams();
  const write = useIdempotentMutation('send_help_message', {
    onSuccess: () => {
      toast.success(t`Your message has been sent. The answer will appear here`);
      form.reset({ message: '', ticket_number: '' });
    },
  });
  const form = useCheckedForm({
    defaultValues: { message: '', ticket_number: search.get('ticket')?.slice(0, 40) ?? '' },
    check: ({ message }) => ({
      message: message.trim() ? undefined : t`Write your message first.`,
    }),
    onValid: ({ message, ticket_number }) =>
      write.send({ body: { message, ticket_number: ticket_number.trim() || null } }),
    refusal: write,
  });
  return (
    <Form form={form} className="grid gap-4">
      <FormTextArea
        name="message"
        label={<Trans>Your message</Trans>}
        rows={5}
        maxLength={HELP_TEXT_MAX_LENGTH}
      />
      <FormTextField
        name="ticket_number"
        label={<Trans>Ticket it is about</Trans>}
        optional
        ltr
        placeholder="HM-100001"
        maxLength={40}
      />
      <FormError message={form.problem} />
      <Button type="submit" isPending={write.isSending} className="justify-self-start">
        <Trans>Send</Trans>
      </Button>
    </Form>
  );
}

function Contact({ contact: { email, phone, whatsapp } }: Pick<Help, 'contact'>) {
  if (!email && !phone && !whatsapp) return null;
  return (
    <Card title={<Trans>Other ways to reach us</Trans>} look="plain" small>
      <dl className="grid">
        {email ? <Way name={<Trans>Email</Trans>} href={`mailto:${email}`} text={email} /> : null}
        {phone ? <Way name={<Trans>Phone</Trans>} href={`tel:${phone}`} text={phone} /> : null}
        {whatsapp ? (
          <Way
            name={<Trans>WhatsApp</Trans>}
            href={`https://wa.me/${whatsapp.slice(1)}`}
            text={whatsapp}
          />
        ) : null}
      </dl>
    </Card>
  );
}

function Way({ name, href, text }: { name: ReactNode; href: string; text: string }) {
  return (
    <div className="flex min-h-11 flex-wrap items-center justify-between gap-x-6 border-b border-line">
      <dt className="text-ink-soft">{name}</dt>
      <dd>
        <a href={href} className="text-link inline-flex min-h-11 items-center">
          <bdi translate="no" dir="ltr">
            {text}
          </bdi>
        </a>
      </dd>
    </div>
  );
}

function Messages({ items }: Pick<Help, 'items'>) {
  if (items.length === 0) return null;
  return (
    <Card title={<Trans>Your messages</Trans>} look="plain" small>
      <ul>
        {items.map(({ id, message, sent_at, ticket_number, answer, answered_at }) => (
          <li key={id} className="grid gap-2 border-b border-line py-3">
            <p className="flex flex-wrap items-center justify-between gap-x-4 text-sm text-ink-soft">
              <DateTime at={sent_at} />
              {ticket_number ? ticketNumberLink(ticket_number) : null}
            </p>
            <p dir="auto" className="text-start whitespace-pre-line wrap-anywhere">
              {message}
            </p>
            {answer && answered_at ? (
              <div className="border-s-2 border-palm ps-3">
                <p className="text-sm text-ink-soft">
                  <Trans>
                    Our answer, <DateTime at={answered_at} />
                  </Trans>
                </p>
                <p dir="auto" className="text-start whitespace-pre-line wrap-anywhere">
                  {answer}
                </p>
              </div>
            ) : (
              <p>
                <Badge tone="now" icon={ClockIcon}>
                  <Trans>Not answered yet</Trans>
                </Badge>
              </p>
            )}
          </li>
        ))}
      </ul>
    </Card>
  );
}
