import { Plural, Trans } from '@lingui/react/macro';
import { useNavigate } from 'react-router';
import { decimalFromHalalas } from '#domain/money.ts';
import { MOST_REQUEST_ITEMS } from '#domain/servicing/payment-request.ts';
import { useIdempotentMutation } from '../api/use-idempotent-mutation.ts';
import { Button } from '../ui/button.tsx';
import { Money } from '../ui/money.tsx';
import { requestPath } from './request-path.ts';
import type { PaymentChoice } from './use-payment-choice.ts';

/** What is chosen, always in view: how much, of how many, and the way to one reference for it. */
export function ChoiceBar({ choice: { chosen, sum_halalas } }: { choice: PaymentChoice }) {
  const navigate = useNavigate();
  const create = useIdempotentMutation('create_payment_request', {
    onSuccess: ({ id }) => navigate(requestPath(id)),
  });
  const amount_sar = decimalFromHalalas(sum_halalas);
  const send = () =>
    create.send({ body: { items: chosen.map(({ kind, id }) => ({ kind, id })), amount_sar } });
  const isNone = chosen.length === 0;
  const isTooMany = chosen.length > MOST_REQUEST_ITEMS;
  return (
    <div
      data-choice-bar
      className="sticky bottom-(--foot,0px) z-20 mt-6 flex flex-wrap items-center justify-between gap-x-8 gap-y-2 rounded-t-md border border-b-0 border-line-strong bg-raised px-4 py-3 shadow-float sm:px-6 print:hidden"
    >
      <p aria-live="polite" className="flex flex-wrap items-baseline gap-x-3">
        {isNone ? (
          <span className="text-ink-soft">
            <Trans>Nothing is chosen yet.</Trans>
          </span>
        ) : (
          <>
            <Money amount={amount_sar} className="text-heading" />
            <span className="text-ink-soft">
              <Plural value={chosen.length} one="# chosen" other="# chosen" />
            </span>
            {isTooMany ? (
              <span className="basis-full text-sm text-overdue">
                <Trans>
                  One payment request holds at most {MOST_REQUEST_ITEMS} items. Choose a ticket or a
                  month, and pay the rest with another request.
                </Trans>
              </span>
            ) : null}
          </>
        )}
      </p>
      <Button
        className="max-sm:w-full"
        isDisabled={isNone || isTooMany}
        isPending={create.isSending}
        onPress={() => void send()}
      >
        {isNone ? (
          <Trans>Get one reference</Trans>
        ) : (
          // One run of words: the button's gap is for its bars.
          <span>
            <Trans>
              Get one reference for <Money amount={amount_sar} />
            </Trans>
          </span>
        )}
      </Button>
    </div>
  );
}
