import { Plural, Trans, useLingui } from '@lingui/react/macro';
import type { ReactNode } from 'react';
import type { PayoutRunDetails } from '#api/payout-runs.ts';
import { call } from '../../api/call.ts';
import { useIdempotentMutation } from '../../api/use-idempotent-mutation.ts';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { Money } from '../../ui/money.tsx';
import { Notice } from '../../ui/notice.tsx';
import { Table } from '../../ui/table.tsx';
import { toast } from '../../ui/toaster.tsx';
import { UserText } from '../../ui/user-text.tsx';
import { HoldFigures } from '../kit/hold-figures.tsx';
import { useObstacleWord } from '../kit/labels.ts';
import { bankFileColumns } from './bank-file-columns.tsx';
import { ConsoleTicketLink } from '../tickets/ticket-link.tsx';

type File = PayoutRunDetails['files'][number];
type Line = PayoutRunDetails['lines'][number];

/** What of a released run was handed to the bank, what waits for a file, and what must not be paid any more. */
export function PayoutFiles({ details }: { details: PayoutRunDetails }) {
  const { t } = useLingui();
  const { run, lines, files, next_file } = details;
  const heldBack = lines.filter(({ file_no, obstacle }) => file_no === null && obstacle !== null);
  const handedOver = lines.filter(({ file_no, obstacle }) => file_no !== null && obstacle !== null);
  return (
    <Card look="plain" title={<Trans>Bank files</Trans>}>
      <div className="grid gap-5">
        {next_file.count > 0 ? <NextFile run={run} next={next_file} files={files.length} /> : null}
        <Concerned
          lines={handedOver}
          tone="danger"
          title={<Trans>In a file, but no longer to be paid</Trans>}
        >
          <Trans>
            The bank may pay it. Ask the bank to recall it, then say here whether it arrived or
            failed.
          </Trans>
        </Concerned>
        <Concerned
          lines={heldBack}
          title={<Trans>Not in a file, and no longer to be paid</Trans>}
          action={
            next_file.count === 0 ? <StopPayouts run={run} files={files.length} /> : undefined
          }
        >
          <Trans>
            The next file does not include it and stops it: its ticket is approved again, the
            company owes nothing for it, and the payout waits for a later run.
          </Trans>
        </Concerned>
        {files.length > 0 ? (
          <Table
            label={t`Bank files`}
            rows={files}
            rowKey={({ file_no }) => file_no}
            columns={fileColumns(run.id)}
          />
        ) : next_file.count === 0 ? (
          <p className="text-ink-soft">
            <NoFile run={run} />
          </p>
        ) : null}
      </div>
    </Card>
  );
}

/** Why there is none, and none to make. */
function NoFile({ run }: { run: PayoutRunDetails['run'] }) {
  return run.status === 'Released' ? (
    <Trans>There is no file to create: nothing in this run can be paid now.</Trans>
  ) : (
    <Trans>No file was created: every payout was answered without one.</Trans>
  );
}

/** Makes a file of what no file has carried, and stops what must not be paid any more; `files`: how many there are. */
function useMakeFile(runId: string, files: number) {
  const { t } = useLingui();
  const make = useIdempotentMutation('make_payout_file', {
    onSuccess: (reply) =>
      toast.success(
        reply.files.length > files
          ? t`The file has been created. Download it and send it to the bank`
          : t`Stopped. There was nothing left to send to the bank`,
      ),
  });
  return { isPending: make.isSending, onPress: () => void make.send({ params: { id: runId } }) };
}

/** Where nothing is left to hand over. */
function StopPayouts({ run, files }: { run: PayoutRunDetails['run']; files: number }) {
  const make = useMakeFile(run.id, files);
  return (
    <Button tone="danger" {...make}>
      <Trans>Stop these payouts</Trans>
    </Button>
  );
}

/** Lines that no file has carried: one button makes one of all of them. */
function NextFile({
  run,
  next,
  files,
}: {
  run: PayoutRunDetails['run'];
  next: PayoutRunDetails['next_file'];
  files: number;
}) {
  const make = useMakeFile(run.id, files);
  return (
    <Notice
      tone="info"
      title={
        <>
          <Plural
            value={next.count}
            one="# payout waits for a file"
            other="# payouts wait for a file"
          />{' '}
          {/* Where the line ends between them, the dot goes with the amount. */}
          <span className="whitespace-nowrap">
            · <Money amount={next.amount_sar} />
          </span>
        </>
      }
      action={
        <Button {...make}>
          <Trans>Create the file</Trans>
        </Button>
      }
    >
      <Trans>What is in one file is not put into another: the bank is told to pay it once.</Trans>
    </Notice>
  );
}

/** Payouts that must not be paid any more, each with its cause, and what to do about them. */
function Concerned({
  lines,
  title,
  tone = 'warn',
  action,
  children,
}: {
  lines: readonly Line[];
  title: ReactNode;
  tone?: 'warn' | 'danger';
  action?: ReactNode;
  children: ReactNode;
}) {
  const obstacleWord = useObstacleWord();
  if (lines.length === 0) return null;
  return (
    <Notice tone={tone} title={title} action={action}>
      <p>{children}</p>
      <ul className="mt-1 grid gap-1">
        {lines.map(({ payout_id, ticket_number, beneficiary, amount_sar, obstacle, figures }) => (
          <li key={payout_id} className="flex flex-wrap gap-x-3">
            <ConsoleTicketLink number={ticket_number} />
            <UserText text={beneficiary} />
            <Money amount={amount_sar} />
            {obstacle ? (
              <span className="text-ink-soft">
                {obstacleWord(obstacle)} <HoldFigures figures={figures} />
              </span>
            ) : null}
          </li>
        ))}
      </ul>
    </Notice>
  );
}

const fileColumns = (id: string) =>
  bankFileColumns<File>(
    <Trans>Payouts</Trans>,
    ({ file_no }) =>
      (format) =>
        call('download_payout_file', { params: { id, file_no }, query: { format } }),
  );
