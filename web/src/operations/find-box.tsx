import { Trans, useLingui } from '@lingui/react/macro';
import { useState, type FormEvent } from 'react';
import { useNavigate } from 'react-router';
import { ticketNumberOf } from '#domain/servicing/ticket-number.ts';
import { Button } from '../ui/button.tsx';
import { TextField } from '../ui/text-field.tsx';
import { staffTicketPath } from './staff-ticket.ts';

const findPath = (text: string) => `/operations/find?text=${encodeURIComponent(text)}`;

/** The desk's one search: a ticket opens at once, everything else is shown first. */
export function FindBox() {
  const { t } = useLingui();
  const navigate = useNavigate();
  const [typed, setTyped] = useState('');
  const [problem, setProblem] = useState<string>();
  const find = (event: FormEvent) => {
    event.preventDefault();
    const text = typed.trim();
    if (text.length < 2) {
      setProblem(t`Enter at least two characters.`);
      return;
    }
    const number = ticketNumberOf(text);
    setTyped('');
    void navigate(number ? staffTicketPath(number) : findPath(text));
  };
  return (
    <search className="max-sm:w-full">
      <form onSubmit={find} className="flex items-end gap-2" noValidate>
        <TextField
          label={t`Find at the desk`}
          placeholder={t`Ticket, name, reference, amount`}
          value={typed}
          onChange={(text) => {
            setTyped(text);
            setProblem(undefined);
          }}
          error={problem}
          className="min-w-0 max-sm:flex-1 sm:w-72"
        />
        <Button type="submit" tone="secondary">
          <Trans>Find</Trans>
        </Button>
      </form>
    </search>
  );
}
