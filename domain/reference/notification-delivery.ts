import {
  notificationKinds,
  type Delivery,
  type NotificationKind,
  type NotificationSide,
} from '../notifications/notification-kinds.ts';

/** Whether a person may choose how notifications of the kind are mailed. */
export function isDeliveryChosen(kind: NotificationKind): boolean {
  return notificationKinds[kind].category === 'other';
}

/** The delivery until a person has chosen another one: staff share their work, so a summary tells them of it. */
export function defaultDelivery(kind: NotificationKind): Delivery {
  return isOfSide(kind, 'staff') ? 'daily' : 'now';
}

export function isOfSide(kind: NotificationKind, side: NotificationSide): boolean {
  const sides: readonly NotificationSide[] = notificationKinds[kind].sides;
  return sides.includes(side);
}
