import { z } from 'zod';
import {
  deliveries,
  notificationKindNames,
  type NotificationKind,
} from '#domain/notifications/notification-kinds.ts';
import { cursor, id, timestamp, totalSar } from './wire.ts';

const kind = z.enum(notificationKindNames as [NotificationKind, ...NotificationKind[]]);

/** What a person is told, with its present figures. The browser writes the sentence and the link. */
const notification = z
  .object({
    id,
    kind,
    side: z.enum(['person', 'company', 'agency', 'staff']),
    occurred_at: timestamp,
    read_at: timestamp.nullable(),
    ticket_number: z.string().nullable(),
    amount_sar: totalSar.nullable(),
    /** Of the other party; for staff of the customer. */
    name: z.string().nullable(),
    /** How many installments a reminder is about. */
    count: z.number().int().nonnegative().nullable(),
    /** The row that it leads to, where its number is not enough. */
    subject_id: id.nullable(),
    /** The kind of a request for approval; whose IBAN it is. */
    detail: z.string().nullable(),
  })
  .meta({ id: 'Notification' });

export type Notification = z.infer<typeof notification>;

/** Counted to a hundred: a hundred means a hundred or more. */
const unreadCount = z.number().int().min(0).max(100);
const unread = z.object({ unread_count: unreadCount }).meta({ id: 'UnreadNotifications' });

export const listNotifications = {
  query: z.strictObject({
    cursor: cursor.optional(),
    /** Only unread ones. */
    unread: z.enum(['true']).optional(),
  }),
  reply: z
    .object({
      items: z.array(notification),
      next_cursor: cursor.nullable(),
      unread_count: unreadCount,
    })
    .meta({ id: 'Notifications' }),
};

export const markNotificationRead = { params: z.object({ id }), reply: unread };

export const markNotificationsRead = {
  body: z.strictObject({
    /** The newest one that its reader has seen; later ones stay unread. */
    up_to: id,
  }),
  reply: unread,
};

const delivery = z.enum(deliveries);

const settings = z
  .object({
    items: z.array(
      z.object({
        kind,
        category: z.enum(['money', 'security', 'legal', 'other']),
        /** Whether its delivery can be chosen. */
        is_chosen: z.boolean(),
        delivery,
      }),
    ),
  })
  .meta({ id: 'NotificationSettings' });

export const readNotificationSettings = { reply: settings };

export const chooseNotificationDelivery = {
  body: z.strictObject({ kind, delivery }),
  reply: settings,
};
