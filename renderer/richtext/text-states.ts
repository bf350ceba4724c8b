import type { RichTextEditor } from '../../shared/cms/schema-model.ts'

/** Returns the CSS declarations of a text's states. Values that the site does not name are left out. */
export function cssOfStates(
  config: Pick<RichTextEditor, 'textStates'> | null,
  values: { readonly [key: string]: string },
): [string, string][] {
  return (config?.textStates ?? []).flatMap(({ key, values: known }) => {
    const state = known.find(({ value }) => Object.hasOwn(values, key) && value === values[key])
    const css = Object.entries(state?.css ?? {}).map(([name, value]): [string, string] => [
      cssName(name),
      value,
    ])
    const hasGround = css.some(([name]) => name.startsWith('background'))
    return css.map(([name, value]): [string, string] =>
      name === 'color' && !hasGround ? [name, readableColor(value)] : [name, value],
    )
  })
}

const KEYWORD = /^(?:inherit|initial|unset|revert|revert-layer|currentcolor|transparent)$/i

/**
 * Returns a color that is readable in both themes: sites choose colors for a white ground, so the dark theme
 * lightens them.
 */
function readableColor(color: string): string {
  if (KEYWORD.test(color.trim()) || color.includes('var(')) return color
  return `light-dark(${color}, oklch(from ${color} max(l, 0.78) c h))`
}

/** Returns the CSS name of a style property: `background-color` for `backgroundColor`. */
function cssName(name: string): string {
  return name.replaceAll(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)
}
