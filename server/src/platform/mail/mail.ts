/** One message, already in words. `message_id` is stable, so that a second delivery can be recognised. */
export interface Mail {
  message_id: string;
  to: string;
  subject: string;
  text: string;
  html: string;
}

/** Delivers mail: by SMTP where `SMTP_URL` is set, else as `.eml` files in the outbox folder. */
export interface Mailer {
  send(mail: Mail): Promise<void>;
}
