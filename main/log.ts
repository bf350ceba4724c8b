/** The fields of a log line: ids, slugs, status codes, timings. Never content, never credentials. */
export type LogFields = Record<string, string | number | boolean | null>
export type LogLevel = 'debug' | 'info' | 'warn' | 'error'

/** Writes one line per event. `code` is a fixed word; variable data goes into the fields. */
export type Log = Record<LogLevel, (code: string, fields?: LogFields) => void>

const ORDER: Record<LogLevel, number> = { debug: 0, info: 1, warn: 2, error: 3 }

/** Creates a log that passes each line at or above `level` to every sink. Times are ISO and for people only. */
export function createLog(level: LogLevel, sinks: ((line: string) => void)[], now = () => new Date()): Log {
  const write =
    (of: LogLevel) =>
    (code: string, fields: LogFields = {}): void => {
      if (ORDER[of] < ORDER[level]) return
      const line = `${now().toISOString()} ${of} ${code}${renderFields(fields)}`
      for (const sink of sinks) sink(line)
    }
  return { debug: write('debug'), info: write('info'), warn: write('warn'), error: write('error') }
}

export const silentLog: Log = createLog('error', [])

/** Formats fields as JSON strings, so that an event stays on one line whatever they hold. */
function renderFields(fields: LogFields): string {
  return Object.entries(fields)
    .map(([key, value]) => ` ${key}=${typeof value === 'string' ? JSON.stringify(value) : String(value)}`)
    .join('')
}

/** The name of a thrown value, safe for a log: messages of databases and servers may quote content. */
export function errorName(error: unknown): string {
  if (!(error instanceof Error)) return typeof error
  const code: unknown = 'code' in error ? error.code : undefined
  return typeof code === 'string' ? `${error.name}:${code}` : error.name
}
