import { describe, expect, it } from 'vitest'
import { applyChanges } from '../../../../shared/document/apply.ts'
import { getValue } from '../../../../shared/document/path.ts'
import { absorbAnswer, projectLocale } from '../../../../shared/document/project.ts'
import { patchBody } from '../../../../shared/document/sparse-body.ts'
import type { Json } from '../../../../shared/json.ts'
import { richText } from '../build-fields.ts'

const fields = [richText('body', { innerLocales: ['en', 'de'] })]
const upload = (caption: Json, more = {}): Json => ({
  type: 'upload',
  id: 'u',
  fields: { ...(caption === null ? {} : { caption }), ...more },
})
const block = (title: Json, rows: Json): Json => ({
  type: 'block',
  fields: { id: 'b', blockType: 'notice', title, rows },
})
const text = { type: 'paragraph', en: 'not a locale', children: [{ text: 'x' }] }
const root = (...children: Json[]): Json => ({ root: { type: 'root', children } })
const data = {
  body: root(
    text,
    upload({ en: 'North', de: 'Nord' }),
    block({ en: 'Tip' }, [{ id: 'r', label: { en: 'l' } }]),
  ),
}

describe('rich text with nodes that have localized fields', () => {
  it('SY6 shows the values of its locale, and nothing else changes', () => {
    expect(projectLocale(fields, data, 'de')).toEqual({
      body: root(text, upload('Nord'), {
        type: 'block',
        fields: { id: 'b', blockType: 'notice', rows: [{ id: 'r' }] },
      }),
    })
  })

  it('SY6 is sent in one locale without the others, and keeps them here', () => {
    const to = root(upload('Norden'), block('Hinweis', [{ id: 'r', label: 'm' }]))
    const changes = [
      { kind: 'set' as const, locale: 'de', path: 'body', from: getValue(fields, data, 'body', 'de'), to },
    ]
    expect(patchBody(fields, data, changes, 'de')).toEqual({ body: to })
    expect(applyChanges(fields, data, changes)).toEqual({
      body: root(
        upload({ en: 'North', de: 'Norden' }),
        block({ en: 'Tip', de: 'Hinweis' }, [{ id: 'r', label: { en: 'l', de: 'm' } }]),
      ),
    })
  })

  it('SY5 an answer in one locale leaves the others, also where it has no value', () => {
    const answer = { body: root(upload(null), { type: 'upload', id: 'new', fields: { caption: 'New' } }) }
    expect(absorbAnswer(fields, data, answer, 'en')).toEqual({
      body: root(upload({ de: 'Nord' }), { type: 'upload', id: 'new', fields: { caption: 'New' } }),
    })
  })

  it('SY5 absorbing what is shown changes nothing', () => {
    for (const locale of ['en', 'de']) {
      expect(absorbAnswer(fields, data, projectLocale(fields, data, locale), locale)).toEqual(data)
    }
  })

  it('SY6 without inner locales it is one piece, to the letter', () => {
    expect(projectLocale([richText('body')], data, 'de')).toEqual(data)
  })
})
