import { useLingui } from '@lingui/react/macro';
import { useState, type FormEvent } from 'react';
import { useNavigate } from 'react-router';
import { ticketNumberOf } from '#domain/servicing/ticket-number.ts';
import { IconButton } from '../../ui/button.tsx';
import { focusFirstError } from '../../ui/focus-first-error.ts';
import { SearchIcon } from '../../ui/icons.tsx';
import { TextField } from '../../ui/text-field.tsx';
import { consoleTicketPath } from '../tickets/ticket-path.ts';

const findPath = (text: string) => `/operations/find?text=${encodeURIComponent(text)}`;

/** The console's one search: a ticket opens at once, everything else is shown first. */
export function SearchBox() {
  const { t } = useLingui();
  const navigate = useNavigate();
  const [typed, setTyped] = useState('');
  const [problem, setProblem] = useState<string>();
  const find = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const text = typed.trim();
    if (text.length < 2) {
      setProblem(t`Enter at least two characters.`);
      focusFirstError(event.currentTarget);
      return;
    }
    const number = ticketNumberOf(text);
    setTyped('');
    void navigate(number ? consoleTicketPath(number) : findPath(text));
  };
  return (
    <search className="min-w-0 grow">
      <form onSubmit={find} className="flex items-start sm:gap-1" noValidate>
        <TextField
          label={t`Search operations`}
          isLabelHidden
          placeholder={t`Ticket, name, amount`}
          value={typed}
          onChange={(text) => {
            setTyped(text);
            setProblem(undefined);
          }}
          error={problem}
          className="min-w-0 grow sm:w-72"
        />
        <IconButton type="submit" label={t`Find`} className="max-sm:-me-3">
          <SearchIcon className="size-5" />
        </IconButton>
      </form>
    </search>
  );
}
