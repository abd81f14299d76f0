import pino, { type DestinationStream, type Logger, type LoggerOptions } from 'pino';
import { telemetry } from './telemetry.ts';
import { withoutAddresses } from './without-secrets.ts';

/**
 * Opens a log of JSON lines without personal data: requests are logged by route, these fields never, and messages and
 * errors without mail addresses. `to` defaults to standard output, and to the collector where there is one.
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
    hooks: {
      logMethod(args, method) {
        const [first, ...rest] = args as unknown[];
        // An error that is logged alone is its own message.
        if (first instanceof Error && rest.length === 0) rest.push(first.message);
        const clean = [first, ...rest].map((part) =>
          typeof part === 'string' ? withoutAddresses(part) : part,
        );
        method.apply(this, clean as Parameters<typeof method>);
      },
    },
    serializers: {
      err: (error: Error & { code?: unknown }) => ({
        type: error.name,
        code: error.code,
        // A database error's detail can quote a row; its message and stack do not.
        message: withoutAddresses(error.message),
        stack: withoutAddresses(error.stack ?? ''),
      }),
    },
  };
  const told = telemetry();
  if (to || !told) return to ? pino(options, to) : pino(options);
  const output = pino.destination(1);
  const write = (line: string) => {
    output.write(line);
    told.log(line);
  };
  return pino({ ...options, mixin: () => told.traceFields() }, { write });
}
