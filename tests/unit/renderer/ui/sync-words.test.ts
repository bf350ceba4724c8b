import { NOTHING_UNSENT } from '../../../../shared/sync/unsent.ts'
import { beforeAll, describe, expect, it } from 'vitest'
import { problemCode, type Problem } from '../../../../shared/sync/entry.ts'
import { loadTranslator, type Translate } from '../../../../renderer/i18n/translator.ts'
import { sendingWords } from '../../../../renderer/app/shell/status-words.ts'
import { syncWords } from '../../../../renderer/ui/sync-state/sync-words.ts'

let t: Translate
beforeAll(async () => {
  t = (await loadTranslator('en')).t
})

const problem = (extra: Partial<Problem>): Problem => ({
  code: 'validation',
  message: '',
  status: 400,
  fields: [],
  conflicts: [],
  ...extra,
})

describe('SY16 the words of a document’s state', () => {
  it('SY16 are exact, and Saved alone only where the server has it', () => {
    expect(syncWords({ kind: 'on-this-computer' }, t).text).toBe('Only on this computer')
    expect(syncWords({ kind: 'waiting', count: 2 }, t).text).toBe('Waiting to send (2)')
    expect(syncWords({ kind: 'sending' }, t).text).toBe('Sending')
    expect(syncWords({ kind: 'saved' }, t).text).toBe('Saved')
    expect(syncWords({ kind: 'conflict', fields: 1 }, t).text).toBe('Conflict')
    expect(syncWords({ kind: 'conflict', fields: 2 }, t).text).toBe('Conflict in 2 fields')
  })

  it('SY16 give the server’s reason for a failure, at the field first', () => {
    const failed = (extra: Partial<Problem>) => syncWords({ kind: 'failed', problem: problem(extra) }, t).text
    expect(failed({ message: 'invalid', fields: [{ path: 'slug', message: 'slug is taken' }] })).toBe(
      'Failed: slug is taken',
    )
    expect(failed({ code: 'rejected', message: 'No.' })).toBe('Failed: No.')
    expect(failed({ code: 'gone', message: 'Not Found' })).toBe('Failed: deleted on the server')
  })

  it('SY16 name every reason for which an entry can be parked', () => {
    for (const code of problemCode.options) {
      expect(syncWords({ kind: 'failed', problem: problem({ code }) }, t).text).not.toContain('galley:')
    }
  })
})

describe('SY16 the status bar', () => {
  const counts = NOTHING_UNSENT
  const formatList = (parts: string[]) => parts.join(', ')
  it('SY16 says that all is sent only when nothing waits, also no draft', () => {
    expect(sendingWords(counts, { t, formatList })).toBe('Everything sent')
    expect(sendingWords({ ...counts, onThisComputer: 1 }, { t, formatList })).toBe(
      '1 document with unsent edits',
    )
    expect(sendingWords({ ...counts, forms: 1 }, { t, formatList })).toBe('1 unfinished form')
    expect(sendingWords({ ...counts, waiting: 2, conflict: 1, failed: 1 }, { t, formatList })).toBe(
      '2 waiting to send, 1 conflict, 1 failed',
    )
    expect(sendingWords({ ...counts, differs: 2 }, { t, formatList })).toBe('2 documents saved differently')
  })
})
