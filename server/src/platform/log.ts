import pino, { type DestinationStream, type Logger, type LoggerOptions } from 'pino';

/**
 * Opens a log of JSON lines without personal data: requests are logged by route, and these fields never. `to` defaults
 * to standard output.
 */
export function openLog(level: string, to?: DestinationStream): Logger {
  const options: LoggerOptions = {
    level,
    base: undefined,
    redact: {
      paths: [
        '*.password',
        '*.token',
        '*.access_token',
        '*.refresh_token',
        '*.authorization',
        '*.email',
        '*.iban',
      ],
      censor: '[redacted]',
    },
    serializers: {
      err: (error: Error & { code?: unknown }) => ({
        type: error.name,
        code: error.code,
        // A database error's detail can quote a row; its message and stack do not.
        message: error.message,
        stack: error.stack,
      }),
    },
  };
  return to ? pino(options, to) : pino(options);
}
