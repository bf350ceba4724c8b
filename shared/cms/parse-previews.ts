import type { Entity, PreviewDevice } from './schema-model.ts'
import { read, readList, readText } from './read-value.ts'

/** Reads the preview settings of a collection or global from the companion's answer. */
export function parsePreviews(extra: unknown): Pick<Entity, 'preview' | 'livePreview'> {
  const live = read(extra, 'livePreview')
  return {
    preview: read(extra, 'hasPreview') === true,
    livePreview:
      typeof live === 'object' && live !== null
        ? {
            devices: readList(read(live, 'breakpoints')).flatMap(parseDevice),
            openByDefault: read(live, 'openByDefault') === true,
          }
        : null,
  }
}

function parseDevice(value: unknown): PreviewDevice[] {
  const name = readText(read(value, 'name'))
  const width = cssLength(read(value, 'width'))
  const height = cssLength(read(value, 'height'))
  if (name === null || width === null || height === null) return []
  return [{ name, label: readText(read(value, 'label')) ?? name, width, height }]
}

/** Reads a CSS length; a number is one of pixels. */
function cssLength(value: unknown): string | null {
  if (typeof value === 'number') return value > 0 && value <= 10_000 ? `${value}px` : null
  return typeof value === 'string' && /^\d{1,5}(\.\d{1,3})?(px|%|vw|vh|em|rem)$/.test(value) ? value : null
}
