/** Quotas so high that tests of other subjects never reach them. */
export const raisedQuotas = {
  QUOTA_TICKETS_TO_AGENCY: '100000',
  QUOTA_TICKETS: '100000',
  QUOTA_UPLOADS: '100000',
  QUOTA_TRANSFER_REPORTS: '100000',
  QUOTA_MAILS_TO_OTHERS: '100000',
  QUOTA_HELP_MESSAGES: '100000',
  QUOTA_TICKET_MAILS: '100000',
};

/** The quotas as the product ships them. */
export const shippedQuotas = Object.fromEntries(
  Object.keys(raisedQuotas).map((name) => [name, '']),
);
