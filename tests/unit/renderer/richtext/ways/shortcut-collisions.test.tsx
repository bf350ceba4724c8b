import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { editorFeatures } from '../../../../../renderer/richtext/features/registry.ts'
import type { EditorCommand } from '../../../../../renderer/richtext/feature.ts'
import { TOOLBAR_KEY } from '../../../../../renderer/richtext/toolbar/focus-toolbar.ts'
import { commandsOf } from '../support/commands-of.tsx'
import { everything } from '../rich-text-fixtures.ts'

const renderer = join(import.meta.dirname, '../../../../../renderer')

/** In a text these are the text's, as in every editor; the window has them wherever no text is written. */
const OF_THE_TEXT = new Set(['Mod+B', 'Mod+K'])
/** Rows have them where a row has the focus, which a text in it has not. */
const OF_ROWS = new Set(['Mod+D', 'Alt+ArrowUp', 'Alt+ArrowDown'])

/** The keys with modifiers in the code of the window, screens, fields and commands, as they are written there. */
function keysOfTheApp(): Set<string> {
  const sources = ['app', 'screens', 'fields', 'commands'].flatMap((folder) =>
    readdirSync(join(renderer, folder), { recursive: true, encoding: 'utf8' })
      .filter((name) => /\.tsx?$/.test(name))
      .map((name) => readFileSync(join(renderer, folder, name), 'utf8')),
  )
  return new Set(
    sources.flatMap((source) =>
      [...source.matchAll(/'((?:(?:Mod|Alt|Shift|Ctrl)\+)+[^'\s]+)'/g)].map(([, keys = '']) => keys),
    ),
  )
}

test('no command of a text has the keys of another one, or of the window', async () => {
  const all: EditorCommand[] = []
  for (const feature of editorFeatures)
    all.push(
      ...(await commandsOf(feature, {
        ...everything,
        link: { fields: [], autoLinks: true, keepsAutoLinks: true, defaultType: 'custom', defaultUrl: '' },
      })),
    )
  const keys = [...all.flatMap(({ shortcut = [] }) => shortcut), TOOLBAR_KEY]
  expect(keys.length).toBeGreaterThan(25)
  expect(keys.filter((one, index) => keys.indexOf(one) !== index)).toEqual([])
  const taken = keysOfTheApp()
  expect(taken).toContain('Mod+Shift+L')
  expect(keys.filter((one) => taken.has(one) && !OF_THE_TEXT.has(one) && !OF_ROWS.has(one))).toEqual([])
})
