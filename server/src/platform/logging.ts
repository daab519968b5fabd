import pino from "pino";

export type Log = {
  info(fields: LogFields, sentence: string): void;
  warn(fields: LogFields, sentence: string): void;
  error(fields: LogFields, sentence: string): void;
};

// An allow-list, not a filter: what is not named here cannot be logged, so no header, body or credential ever is.
export type LogFields = {
  request_id?: string;
  method?: string;
  /** The route's pattern, never the path that was sent. */
  route?: string;
  status?: number;
  duration_ms?: number;
  organization_id?: string;
  store_id?: string;
  actor?: string;
  address?: string;
  job?: string;
  job_id?: string;
  error?: unknown;
};

export type LogLine = {
  level: "info" | "warn" | "error";
  time: Date;
  environment: string | undefined;
  /** A form names each field that it shows. Fields that a caller adds are left out. */
  fields: LogFields;
  error: DescribedError | undefined;
  sentence: string;
};

export type LogForm = (line: LogLine) => string;

type LogOptions = { level: string; environment?: string; destination?: pino.DestinationStream; form?: LogForm };

/** In pino's form, which every reader of logs knows, but written by hand: its own way took a twentieth of a request. */
export function createLog({ level: least, environment, destination, form = jsonForm }: LogOptions): Log {
  const output = destination ?? standardOutput();
  const least_value = pino.levels.values[least] ?? Number.POSITIVE_INFINITY;
  const at = (level: LogLine["level"]) => {
    if ((pino.levels.values[level] ?? 0) < least_value) return () => {};
    return (fields: LogFields, sentence: string) => {
      const error = fields.error === undefined ? undefined : describeError(fields.error);
      output.write(form({ level, time: new Date(), environment, fields, error, sentence }));
    };
  };
  return { info: at("info"), warn: at("warn"), error: at("error") };
}

let output: pino.DestinationStream | undefined;

/**
 * Lines are written in batches: one write for each would be a tenth of the cost of a request. The rest is written at
 * exit.
 */
function standardOutput(): pino.DestinationStream {
  output ??= pino.destination({ dest: 1, sync: false, minLength: 15_000, periodicFlush: 100 });
  return output;
}

// Field by field: a field that is not named here cannot be logged, and what is undefined JSON leaves out.
export const jsonForm: LogForm = ({ level, time, environment, fields, error, sentence }) => {
  const record = {
    level: pino.levels.values[level],
    time: time.toISOString(),
    environment,
    request_id: fields.request_id,
    method: fields.method,
    route: fields.route,
    status: fields.status,
    duration_ms: fields.duration_ms,
    organization_id: fields.organization_id,
    store_id: fields.store_id,
    actor: fields.actor,
    address: fields.address,
    job: fields.job,
    job_id: fields.job_id,
    error,
    msg: sentence,
  };
  return `${JSON.stringify(record)}\n`;
};

// As in `invalid input syntax for type date: "…"` and `value "…" is out of range`. Names of tables and columns are quoted
// too, but never after these.
const quotedValue = /(: |\bvalue )".*"/s;

/** An error's message, without the values that a database error quotes from a row. */
export function messageOf(error: unknown): string {
  if (!(error instanceof Error)) return typeof error;
  return error.name === "PostgresError" ? error.message.replace(quotedValue, '$1"…"') : error.message;
}

type DescribedError = {
  name?: string;
  message: string;
  code?: unknown;
  constraint?: unknown;
  stack?: string | undefined;
};

/** The `detail` and the parameters of a database error are left out for the same reason. */
function describeError(error: unknown): DescribedError {
  const message = messageOf(error);
  if (!(error instanceof Error)) return { message };
  const { code, constraint_name } = error as { code?: unknown; constraint_name?: unknown };
  const stack = error.stack?.replace(error.message, () => message);
  return { name: error.name, message, code, constraint: constraint_name, stack };
}
