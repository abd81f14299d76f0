import type pg from 'pg';
import type { ReplyOf } from '#api/contract.ts';
import type { HelpMessage } from '#api/help.ts';
import type { Quotas } from '#domain/quotas.ts';
import type { Contact } from '../platform/config/settings.ts';
import {
  callFunctionAs,
  callIdempotent,
  callParsedAs,
} from '../platform/database/call-function.ts';
import { momentColumn, listOrCsv, rowsFile } from '../platform/http/csv.ts';
import type { RegisterOperation } from '../platform/http/operations.ts';

/** How the platform is reached, what companies and agencies ask it, and what staff answer (help.sql). */
export function registerHelp(
  route: RegisterOperation,
  {
    pool,
    staffPool,
    contact,
    quotas,
  }: { pool: pg.Pool; staffPool: pg.Pool; contact: Contact; quotas: Quotas | null },
): void {
  route('read_help', async (call) => {
    const own = await callParsedAs<'list_own_help_messages', Pick<ReplyOf<'read_help'>, 'items'>>(
      pool,
      'list_own_help_messages',
      call,
    );
    return JSON.stringify({ contact, ...own });
  });
  route('send_help_message', (call) =>
    callIdempotent(pool, 'send_help_message', call, {
      message: call.body.message,
      ticket_number: call.body.ticket_number?.toUpperCase() ?? null,
      quota: quotas?.help_messages ?? null,
    }),
  );
  route('list_help_messages', (call) =>
    listOrCsv(
      call,
      (cursor, limit) =>
        callFunctionAs(staffPool, 'list_help_messages', call, {
          list: call.query.list,
          cursor,
          limit,
        }),
      helpMessagesFile,
    ),
  );
  route('answer_help_message', (call) =>
    callIdempotent(staffPool, 'answer_help_message', call, {
      id: call.params.id,
      answer: call.body.answer,
    }),
  );
}

const helpMessagesFile = rowsFile<HelpMessage>('help-messages', [
  momentColumn({ en: 'Sent at', ar: 'وقت الإرسال' }, (m) => m.sent_at),
  { name: { en: 'From', ar: 'من' }, cell: (m) => m.name },
  { name: { en: 'Ticket', ar: 'طلب التمويل' }, cell: (m) => m.ticket_number },
  { name: { en: 'Message', ar: 'الرسالة' }, cell: (m) => m.message },
  { name: { en: 'Answer', ar: 'الرد' }, cell: (m) => m.answer },
  momentColumn({ en: 'Answered at', ar: 'وقت الرد' }, (m) => m.answered_at),
  { name: { en: 'Answered by', ar: 'ردّ عليها' }, cell: (m) => m.answered_by },
  { name: { en: 'Id', ar: 'المعرّف' }, cell: (m) => m.id },
]);
