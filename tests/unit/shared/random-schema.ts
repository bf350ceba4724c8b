import type { Block, Field } from '../../../shared/cms/schema-model.ts'
import {
  array,
  block,
  blocks,
  group,
  number,
  relation,
  richText,
  row,
  tab,
  tabs,
  text,
} from './build-fields.ts'
import type { Dice } from './random-documents.ts'

/** How many levels of data a generated schema may have below its own. */
export const DEEPEST = 12

/**
 * A random schema: arrays in blocks in localized arrays, groups, rows, tabs, up to 12 levels deep. Near the top it is
 * broad, further down one container leads to the next, so that documents stay small. Nothing inside of what is
 * localized is localized itself, as the parser says it.
 */
export function randomSchema(roll: Dice): Field[] {
  return level(roll, DEEPEST, true)
}

type Place = { roll: Dice; depth: number; mayLocalize: boolean }

function level(roll: Dice, depth: number, mayLocalize: boolean): Field[] {
  const leaves = Array.from({ length: 1 + roll.below(2) }, (_, index) => leaf(roll, `f${index}`, mayLocalize))
  if (depth === 0 || roll.below(6) === 0) return leaves
  const containers = Array.from({ length: depth > DEEPEST - 2 ? 2 : 1 }, (_, index) =>
    container({ roll, depth: depth - 1, mayLocalize }, `c${index}`),
  )
  return roll.below(2) === 0 ? [...leaves, ...containers] : [...containers, row(leaves)]
}

function leaf(roll: Dice, name: string, mayLocalize: boolean): Field {
  const localized = mayLocalize && roll.below(2) === 0
  switch (roll.below(6)) {
    case 0:
      return number(name, { localized })
    case 1:
      return text(name, { localized, hasMany: true })
    case 2:
      return relation(name, { localized, hasMany: true, polymorphic: true, relationTo: ['posts', 'pages'] })
    case 3:
      return richText(name, { localized })
    default:
      return text(name, { localized })
  }
}

function container({ roll, depth, mayLocalize }: Place, name: string): Field {
  const localized = mayLocalize && roll.below(4) === 0
  const inside = (): Field[] => level(roll, depth, mayLocalize && !localized)
  switch (roll.below(7)) {
    case 0:
      return group(name, inside(), localized)
    case 1:
      // Without a name it is no level of the data: its fields lie where it is.
      return group(null, [group(name, inside(), localized)])
    case 2:
      return tabs(tab(name, inside(), localized), tab(null, [text(`${name}t`, { localized: mayLocalize })]))
    case 3:
    case 4:
      return blocks(name, blockTypes(roll, inside), { localized })
    default:
      return array(name, inside(), { localized })
  }
}

function blockTypes(roll: Dice, inside: () => Field[]): Block[] {
  const plain = block('plain', [text('word')])
  return roll.below(2) === 0 ? [block('deep', inside())] : [block('deep', inside()), plain]
}
