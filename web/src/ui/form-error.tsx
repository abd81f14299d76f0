import { AlertIcon } from './icons.tsx';

/** A refusal that belongs to no single field, above the button that was pressed. */
export function FormError({ message }: { message: string | null | undefined }) {
  return (
    <div role="alert" className="empty:hidden">
      {message ? (
        <div className="flex gap-2 border-s-4 border-overdue bg-overdue-wash px-4 py-3 font-medium">
          <AlertIcon className="mt-1 text-overdue" />
          <MessageLines message={message} />
        </div>
      ) : null}
    </div>
  );
}

/** A message: its sentence, and below it what else is known, one line each (api-error.ts). */
export function MessageLines({ message }: { message: string }) {
  const [sentence, ...further] = message.split('\n');
  return (
    <div className="min-w-0">
      <p>{sentence}</p>
      {further.map((line) => (
        <p key={line} className="text-sm font-normal text-ink">
          {line}
        </p>
      ))}
    </div>
  );
}
