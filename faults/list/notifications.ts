import type { Fault } from '../fault.ts';

const sql = 'server/src/notifications/notifications.sql';
const scenario = 'server/scenarios/notifications.test.ts';
const screens = 'e2e/notifications.test.ts';

/** Who is told of what, how it is read and mailed. */
export const notifications: Fault[] = [
  {
    id: 'notification-to-its-cause',
    file: sql,
    search: ' and f.user_id is distinct from e.actor_user_id',
    replace: '',
    test: scenario,
    breaks: 'A member of staff is told of what they have asked for themselves.',
  },
  {
    id: 'notification-of-staff-without-factor',
    file: sql,
    search: " and s.aal = 'aal2'",
    replace: '',
    test: scenario,
    breaks: 'A session of staff without a second factor reads of customers.',
  },
  {
    id: 'notification-choice-of-money',
    file: sql,
    search: "where k.kind = p_kind and k.category = 'other'",
    replace: 'where k.kind = p_kind',
    test: scenario,
    breaks: 'The server leaves it to a check of the table to refuse a choice for money.',
  },
  {
    id: 'summary-told-twice',
    file: sql,
    search: '    update notifications n set summary_mail_id = q.id from queued q',
    replace: '    update notifications n set summary_mail_id = null from queued q',
    test: scenario,
    breaks: 'Each daily summary tells again of what the last one told.',
  },
  {
    id: 'reading-told-to-no-device',
    file: sql,
    search: "  if found then perform announce('hamla_notifications', p_user_id::text); end if;\n",
    replace: '',
    test: scenario,
    breaks: 'What is read on one device stays unread on the others.',
  },
  {
    id: 'toast-over-its-control',
    file: 'web/src/ui/toast-place.ts',
    search: "? 'top' : 'bottom';",
    replace: "? 'top' : 'top';",
    test: screens,
    breaks: 'A toast covers the button that it speaks of.',
  },
  {
    id: 'notifications-unread-deleted',
    file: 'server/src/notifications/notifications.sql',
    search: 'where o.occurred_at < p_occurred_before',
    replace: 'where o.occurred_at < p_read_before',
    test: 'server/scenarios/notifications.test.ts',
    breaks: 'What nobody has read is deleted after half a year.',
  },
  {
    id: 'notifications-staff-path',
    file: 'domain/notifications/notification-path.ts',
    search: "case 'approval_waiting':",
    replace: "case 'documents_ready':",
    test: 'domain/notifications/notification-path.test.ts',
    breaks: 'A mail about a request for approval leads staff to the tickets of companies.',
  },
];
