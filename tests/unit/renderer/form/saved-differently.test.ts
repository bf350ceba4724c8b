import { describe, expect, it } from 'vitest'
import type { OpenDifference } from '../../../../shared/sync/sent-entry.ts'
import { en, openForm, set, stored, viewOf } from './form-fixtures.ts'

const difference: OpenDifference = {
  kind: 'field',
  path: 'slug',
  locale: null,
  result: 'not-saved',
  sent: 'typed',
  saved: 'kiruna',
  key: 'e1',
  savedAt: '2026-11-20T09:15:00.000Z',
}
const open = () => openForm({ view: viewOf(stored, { differences: [difference] }) })

describe('an open document of which the server has something else than was sent', () => {
  it('F2 SY16 is not called saved', () => {
    const { document } = open()
    expect(document.getDocument()).toMatchObject({
      state: { kind: 'differs', changed: 0, notSaved: 1 },
      differences: [difference],
    })
  })

  it('F2 puts back what was sent as an edit, which undo takes back', () => {
    const { document, form } = open()
    document.putBack([difference])
    expect(document.changes()).toEqual([set('slug', 'kiruna', 'typed')])
    expect(form.getField('slug').value).toBe('typed')
    expect(document.getDocument()).toMatchObject({ differences: [], dirty: true })
    document.undo()
    expect(document.changes()).toEqual([])
    expect(document.getDocument().differences).toEqual([difference])
  })

  it('F2 says no more of a field that is edited, and as much as before of others', () => {
    const { document, form } = open()
    const { differences } = document.getDocument()
    form.setField('title', 'Abisko')
    expect(document.getDocument().differences).toBe(differences)
    form.setField('slug', 'abisko')
    expect(document.getDocument().differences).toEqual([])
    expect(document.changes()).toEqual([en('title', 'Kiruna', 'Abisko'), set('slug', 'kiruna', 'abisko')])
  })
})
