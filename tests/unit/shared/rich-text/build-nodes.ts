import { isPlainJson } from '../../../../shared/json.ts'
import type { Json, JsonObject } from '../../../../shared/json.ts'

/** Nodes as the server's editor writes them. */
export function text(value: string, more: JsonObject = {}): JsonObject {
  return { type: 'text', version: 1, text: value, format: 0, detail: 0, mode: 'normal', style: '', ...more }
}

export function element(type: string, children: Json[], more: JsonObject = {}): JsonObject {
  return { type, version: 1, format: '', indent: 0, direction: 'ltr', children, ...more }
}

export function paragraph(words: string | Json[], more: JsonObject = {}): JsonObject {
  const children = typeof words === 'string' ? (words === '' ? [] : [text(words)]) : words
  return element('paragraph', children, { textFormat: 0, textStyle: '', ...more })
}

export function heading(words: string, tag = 'h2'): JsonObject {
  return element('heading', [text(words)], { tag })
}

export function listItem(children: Json[], value = 1, more: JsonObject = {}): JsonObject {
  return element('listitem', children, { value, ...more })
}

export function list(listType: 'bullet' | 'number' | 'check', items: Json[], start = 1): JsonObject {
  return element('list', items, { listType, start, tag: listType === 'number' ? 'ol' : 'ul' })
}

export function link(words: string, fields: JsonObject, id = 'l1'): JsonObject {
  return element('link', [text(words)], { version: 3, id, fields })
}

export function block(id: string, fields: JsonObject = {}): JsonObject {
  return {
    type: 'block',
    version: 2,
    format: '',
    fields: { id, blockType: 'notice', blockName: '', ...fields },
  }
}

export function upload(id: string, fields: JsonObject = {}, value: Json = 7): JsonObject {
  return { type: 'upload', version: 3, format: '', id, relationTo: 'media', value, fields }
}

export function cell(words: string, more: JsonObject = {}): JsonObject {
  return element('tablecell', [paragraph(words)], {
    headerState: 0,
    colSpan: 1,
    rowSpan: 1,
    backgroundColor: null,
    ...more,
  })
}

export function table(rows: Json[][], more: JsonObject = {}): JsonObject {
  return element(
    'table',
    rows.map((cells) => element('tablerow', cells)),
    more,
  )
}

export const rule: JsonObject = { type: 'horizontalrule', version: 1 }

export function rich(...children: Json[]): JsonObject {
  return { root: element('root', children) }
}

/** Without nulls inside of objects: absent and null are the same. */
export function withoutNulls(value: Json): Json {
  if (Array.isArray(value)) return value.map(withoutNulls)
  if (!isPlainJson(value)) return value
  return Object.fromEntries(
    Object.entries(value).flatMap(([key, item]) => (item === null ? [] : [[key, withoutNulls(item)]])),
  )
}
