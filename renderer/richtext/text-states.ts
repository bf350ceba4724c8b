import type { RichTextEditor } from '../../shared/cms/schema-model.ts'

/** How a text in these states is drawn: properties of CSS by their own names. Values that the site does not name: not at all. */
export function cssOfStates(
  config: Pick<RichTextEditor, 'textStates'> | null,
  values: { readonly [key: string]: string },
): [string, string][] {
  return (config?.textStates ?? []).flatMap(({ key, values: known }) => {
    const state = known.find(({ value }) => Object.hasOwn(values, key) && value === values[key])
    return Object.entries(state?.css ?? {}).map(([name, value]): [string, string] => [cssName(name), value])
  })
}

/** `backgroundColor` as `background-color`. */
function cssName(name: string): string {
  return name.replaceAll(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)
}
