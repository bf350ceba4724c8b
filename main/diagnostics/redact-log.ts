/** Fields of log lines whose values are names of this program, codes and numbers, wherever they are written. */
const KEPT_FIELDS: ReadonlySet<string> = new Set([
  'answer',
  'at',
  'call',
  'code',
  'electron',
  'error',
  'exitCode',
  'method',
  'ms',
  'problem',
  'reason',
  'status',
  'times',
  'type',
  'version',
  'why',
])
/** Longer words may be secrets. */
const CODE = /^[\w.:-]{1,48}$/
const LINE = /^(\d{4}-\d\d-\d\dT[\d:.]+Z) (debug|info|warn|error) ([a-z0-9-]{1,60})( .*)?$/
const KEY = /^[A-Za-z]{1,30}$/
const LONGEST_LINE = 2000
/** Replaces a value that a report must not contain. */
export const HIDDEN = '…'

/**
 * Redacts a log line for a report; null: too long, or no line of this program. Only values known to be harmless stay;
 * others, such as titles, addresses, names and tokens, become `…`. Paths keep their first segments.
 */
export function redactLogLine(line: string): string | null {
  if (line.length > LONGEST_LINE) return null
  const parts = LINE.exec(line)
  if (parts === null) return null
  const [, time = '', level = '', code = '', fields = ''] = parts
  const kept = wordsOf(fields).flatMap((word) => {
    const [key = '', ...value] = word.split('=')
    return KEY.test(key) && value.length > 0 ? [`${key}=${redactValue(key, value.join('='))}`] : []
  })
  return [time, level, code, ...kept].join(' ')
}

/** Splits a text at spaces; a JSON string stays whole. */
function wordsOf(text: string): string[] {
  const words: string[] = []
  let word = ''
  let isQuoted = false
  for (let at = 0; at < text.length; at += 1) {
    const character = text[at] ?? ''
    if (character === '"') isQuoted = !isQuoted
    if (character === ' ' && !isQuoted) {
      words.push(word)
      word = ''
      continue
    }
    word += character
    // A character after a backslash does not end a string.
    if (character === '\\' && isQuoted) word += text[(at += 1)] ?? ''
  }
  return [...words, word]
}

function redactValue(key: string, written: string): string {
  const value = written.startsWith('"') ? written.slice(1, -1) : written
  if (key === 'path') return redactPath(value)
  if (/^(-?\d+(\.\d+)?|true|false|null)$/.test(value) && value.length < 16) return value
  const isKept = KEPT_FIELDS.has(key) && CODE.test(value) && !value.startsWith('eyJ')
  return isKept ? value : HIDDEN
}

/** Keeps the collection and hides the document: `/desktop/changes` and `/posts/…`. */
function redactPath(path: string): string {
  const [, first = '', second] = path.split(/[?#]/)[0]?.split('/') ?? []
  const names = first === 'desktop' || first === 'globals' ? [first, second] : [first]
  const shown = names.filter((name) => name !== undefined).map((name) => (CODE.test(name) ? name : HIDDEN))
  return `/${[...shown, ...(first !== 'desktop' && second !== undefined ? [HIDDEN] : [])].join('/')}`
}
