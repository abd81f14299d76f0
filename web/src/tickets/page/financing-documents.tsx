import { Trans } from '@lingui/react/macro';
import type { TicketDetails } from '#api/tickets.ts';
import { AcceptedBy, EarlierSets, SetDocuments } from '../../documents/accepted-sets.tsx';
import { Card } from '../../ui/card.tsx';
import { IsoDate } from '../../ui/iso-date.tsx';

/** The company's financing documents: the newest version and what was accepted before it; none for the agency. */
export function FinancingDocuments({ details }: { details: TicketDetails }) {
  const [newest, ...earlier] = details.document_sets ?? [];
  // Nothing to read before the first version is there.
  if (!newest || (newest.issued_at === null && earlier.length === 0)) return null;
  return (
    <div className="print:hidden">
      <Card title={<Trans>Financing documents</Trans>}>
        <div className="grid gap-3">
          {newest.accepted_at ? (
            <AcceptedBy set={newest} />
          ) : (
            <p className="text-ink-soft">
              {newest.issued_at ? (
                <Trans>
                  Not accepted yet. The dates count from <IsoDate date={newest.schedule_start} />.
                </Trans>
              ) : (
                <Trans>New ones are being prepared.</Trans>
              )}
            </p>
          )}
          <SetDocuments ticketId={details.ticket.id} set={newest} />
          <EarlierSets ticketId={details.ticket.id} sets={earlier} />
        </div>
      </Card>
    </div>
  );
}
