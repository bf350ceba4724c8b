/**
 * The document as CodeMirror is to see it: without a head. Into a head it would put a style element, which the window's
 * policy refuses; without one it adopts a constructed sheet, as it does in shadow trees.
 */
export function styleRoot(): Document {
  if (!('adoptedStyleSheets' in document)) return document
  return (made ??= new Proxy(document, {
    get(target, key) {
      if (key === 'head') return null
      const value: unknown = Reflect.get(target, key, target)
      return typeof value === 'function' ? value.bind(target) : value
    },
    set: (target, key, value) => Reflect.set(target, key, value, target),
  }))
}

let made: Document | null = null
