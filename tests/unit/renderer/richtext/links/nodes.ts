import type { Json, JsonObject } from '../../../../../shared/json.ts'

/** Nodes as the server has them. */
export function textNode(text: string, format = 0): JsonObject {
  return { type: 'text', version: 1, text, format, detail: 0, mode: 'normal', style: '' }
}

function element(type: string, children: Json[], more: JsonObject = {}): JsonObject {
  return { type, version: 1, format: '', indent: 0, direction: null, children, ...more }
}

export function paragraph(...children: Json[]): JsonObject {
  return element('paragraph', children, { textFormat: 0, textStyle: '' })
}

export function link(fields: JsonObject, ...children: Json[]): JsonObject {
  return element('link', children, { version: 3, id: '6650f1c2a1b2c3d4e5f60718', fields })
}

export function autolink(url: string, text = url): JsonObject {
  return element('autolink', [textNode(text)], { version: 2, fields: { linkType: 'custom', url } })
}
