import type pg from 'pg';
import { riyadhDate, type IsoDate } from '#domain/calendar.ts';
import { unprovenUntil } from '#domain/servicing/unproven-payment.ts';
import { systemClock, type Clock } from '../platform/clock.ts';
import { callFunction } from '../platform/database/call-function.ts';
import type { DatabaseGauge, GaugeValues } from '../platform/metrics.ts';

/**
 * What the database tells the platform's monitoring, by the fields of `read_gauges` (gauges.sql). "Today" is the Riyadh
 * day. Counts of what waits end at 1,001, as those of the console.
 */
export const databaseGauges: readonly DatabaseGauge[] = [
  { name: 'tickets_today', label: 'event', help: 'Tickets that were requested, approved, … today' },
  { name: 'payouts_sent_today', help: 'Payouts released today' },
  { name: 'payouts_sent_today_sar', help: 'Amount of the payouts released today, SAR' },
  { name: 'payments_received_today_sar', help: 'Amount of the payments recorded today, SAR' },
  { name: 'overdue_installments', label: 'age', help: 'Overdue installments by days' },
  { name: 'overdue_sar', label: 'age', help: 'Overdue amount by days, SAR' },
  { name: 'bank_lines_today', label: 'event', help: 'Lines of bank statements decided today' },
  {
    name: 'bank_lines_open',
    label: 'certainty',
    help: 'Lines of bank statements that nobody has decided, by the certainty of their match',
  },
  { name: 'waiting', label: 'queue', help: 'What waits for staff, by queue of the console' },
  { name: 'waiting_sar', label: 'queue', help: 'Amount of what waits for staff, SAR' },
  {
    name: 'oldest_waiting_seconds',
    label: 'queue',
    help: 'Age of what waits longest for staff; 0 for nothing',
  },
  { name: 'day_closed_timestamp_seconds', help: 'When the last closed day was closed' },
  { name: 'day_close_seconds', help: 'How long the last close of a day took' },
  { name: 'jobs', label: 'state', help: 'Jobs that are due, failing (tried again) or given up' },
  {
    name: 'mails',
    label: 'state',
    help: 'Mails about money: unsent, and given up within seven days',
  },
  { name: 'servers_up', help: 'Server processes that were seen within a minute' },
];

/** Reads all of them in one statement. `pool`: of the role `hamla_metrics`. */
export function gaugeReader(options: {
  pool: pg.Pool;
  clock: Clock;
  bankHolidays: readonly IsoDate[];
}): () => Promise<GaugeValues> {
  return () => {
    const now = options.clock.now();
    const today = riyadhDate(now);
    return callFunction(options.pool, 'read_gauges', {
      now,
      queue_now: systemClock.now(),
      today,
      unproven_until: unprovenUntil(today, options.bankHolidays),
    });
  };
}
