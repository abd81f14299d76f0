import type pg from 'pg';
import { callFunctionAs } from '../platform/database/call-function.ts';
import type { RegisterOperation } from '../platform/http/operations.ts';

const PAGE = 20;

/** What a person is told, what they have read of it, and how it is mailed (notifications.sql). */
export function registerNotifications(route: RegisterOperation, { pool }: { pool: pg.Pool }): void {
  route('list_notifications', (call) =>
    callFunctionAs(pool, 'list_notifications', call, {
      unread: call.query.unread === 'true',
      cursor: call.query.cursor ?? null,
      limit: PAGE,
    }),
  );
  route('mark_notification_read', (call) =>
    callFunctionAs(pool, 'mark_notifications_read', call, { id: call.params.id, up_to: false }),
  );
  route('mark_notifications_read', (call) =>
    callFunctionAs(pool, 'mark_notifications_read', call, { id: call.body.up_to, up_to: true }),
  );
  route('read_notification_settings', (call) =>
    callFunctionAs(pool, 'read_notification_settings', call),
  );
  route('choose_notification_delivery', (call) =>
    callFunctionAs(pool, 'choose_notification_delivery', call, {
      kind: call.body.kind,
      delivery: call.body.delivery,
    }),
  );
}
