import { AlertIcon } from './icons.tsx';

/** A refusal that belongs to no single field, above the button that was pressed. */
export function FormError({ message }: { message: string | null | undefined }) {
  return (
    <div role="alert" className="empty:hidden">
      {message ? (
        <p className="flex gap-2 border-s-4 border-overdue bg-overdue-wash px-4 py-3 font-medium">
          <AlertIcon className="mt-1 text-overdue" />
          <span>{message}</span>
        </p>
      ) : null}
    </div>
  );
}
