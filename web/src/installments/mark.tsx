import type { InstallmentStatus } from '#domain/installments/installment.ts';

const looks: Record<InstallmentStatus, string> = {
  Due: 'text-due',
  Paid: 'text-paid',
  Overdue: 'text-overdue',
};

/** The mark of a status on the timeline and in its legend: a shape of its own besides its colour (SPEC section 2). */
export function StatusMark({
  status,
  className = 'size-5',
}: {
  status: InstallmentStatus;
  className?: string;
}) {
  return (
    <svg
      viewBox="0 0 20 20"
      aria-hidden="true"
      className={`shrink-0 ${looks[status]} ${className}`}
    >
      {shapes[status]}
    </svg>
  );
}

const shapes: Record<InstallmentStatus, React.ReactNode> = {
  Due: <circle cx="10" cy="10" r="8" fill="currentColor" />,
  Paid: (
    <>
      <path d="M2 2h16v16H2z" fill="currentColor" />
      <path d="m5.5 10.4 3 3 6-6.4" fill="none" stroke="var(--raised)" strokeWidth="2.2" />
    </>
  ),
  Overdue: (
    <>
      <path d="M10 .8 19.2 10 10 19.2.8 10z" fill="currentColor" />
      <path d="M10 5.4v6M10 13v2" stroke="var(--raised)" strokeWidth="2.2" />
    </>
  ),
};
