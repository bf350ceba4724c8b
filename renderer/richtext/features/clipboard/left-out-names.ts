import type { Collection } from '../../../../shared/cms/schema-model.ts'
import type { UseT } from '../../../i18n/use-t.ts'
import type { LeftOut } from '../../../../shared/fields/richText/node-types/node-type.ts'

/** Returns the names of the left-out parts, each once. */
export function leftOutNames(
  leftOut: readonly LeftOut[],
  collections: readonly Collection[],
  { t, label }: Pick<UseT, 't' | 'label'>,
): string[] {
  const names = leftOut.map(({ kind, name }) => {
    if (kind === 'block' || kind === 'inlineBlock')
      return blockName(name) || t('galley:richTextClipboard.block')
    if (kind === 'other') return t('galley:richTextClipboard.other')
    const collection = collections.find(({ slug }) => slug === name)
    const called =
      label(collection?.labels.singular ?? null) || name || t('galley:richTextClipboard.document')
    return kind === 'link' ? t('galley:richTextClipboard.link', { name: called }) : called
  })
  return [...new Set(names)]
}

/**
 * Returns a block's name made from its slug, since a block that the text does not offer has no label here.
 */
function blockName(slug: string): string {
  const words = slug
    .replaceAll(/([a-z\d])([A-Z])/g, '$1 $2')
    .replaceAll(/[-_]+/g, ' ')
    .trim()
  return words.charAt(0).toUpperCase() + words.slice(1)
}
