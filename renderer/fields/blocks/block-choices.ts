import type { Block } from '../../../shared/cms/schema-model.ts'
import type { UseT } from '../../i18n/use-t.ts'

export type BlockChoice = { slug: string; name: string }
export type BlockGroup = { name: string; choices: BlockChoice[] }

/** Blocks whose name or slug holds what was typed, under their headings in the site's order; those without one first. */
export function blockChoices(blocks: readonly Block[], typed: string, label: UseT['label']): BlockGroup[] {
  const wanted = typed.trim().toLocaleLowerCase()
  const groups = new Map<string, BlockChoice[]>([['', []]])
  for (const { slug, labels, group } of blocks) {
    const name = label(labels.singular) || slug
    if (![name, slug].some((text) => text.toLocaleLowerCase().includes(wanted))) continue
    const heading = label(group)
    const choices = groups.get(heading) ?? []
    groups.set(heading, [...choices, { slug, name }])
  }
  return [...groups].map(([name, choices]) => ({ name, choices })).filter(({ choices }) => choices.length > 0)
}
