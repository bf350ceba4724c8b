import { File } from 'lucide-react'
import { describe, expect, it } from 'vitest'
import {
  entryFinder,
  findMatch,
  inScope,
  scopeOf,
  withDocuments,
  wordsOf,
  type PaletteEntry,
} from '../../../../renderer/palette/palette-entries.ts'

const entry = (text: string, more: Partial<PaletteEntry> = {}): PaletteEntry => ({
  id: text,
  text,
  icon: File,
  run: () => undefined,
  ...more,
})
const texts = (groups: readonly { entries: readonly PaletteEntry[] }[]) =>
  groups.flatMap(({ entries }) => entries.map(({ text }) => text))

describe('a command of the palette', () => {
  const dark = entry('Dark appearance', { also: 'theme, mode, night, colours' })
  const finds = (typed: string) =>
    entryFinder([{ id: 'commands', label: '', entries: [dark, entry('Publish')] }])(typed).flatMap(
      ({ entries }) => entries,
    )

  it.each(['dark', 'appear', 'dark mode', 'theme dark', 'night', 'Dark appearance ', 'apperance', 'thmee'])(
    'is found by “%s”',
    (typed) => {
      expect(finds(typed)).toEqual([dark])
    },
  )

  it.each(['our', 'e, m', 'dark window', 'ode'])('is not found by “%s”', (typed) => {
    expect(finds(typed)).toEqual([])
  })
})

describe('the palette', () => {
  it('marks the typed text whatever its case, and what is not there in one piece nowhere', () => {
    expect(findMatch('Posts', 'OS')).toEqual({ before: 'P', match: 'os', after: 'ts' })
    expect([
      findMatch('Posts', 'x'),
      findMatch('Posts', ' '),
      findMatch('Create new Post', 'create post'),
    ]).toEqual([null, null, null])
  })

  it('is asked for commands by >, for lists by #, for new documents by + and for help by ?', () => {
    const groups = [
      { id: 'go', label: 'Go to', entries: [entry('Dashboard'), entry('Posts', { isList: true })] },
      { id: 'commands', label: 'Commands', entries: [entry('Publish')] },
      { id: 'create', label: 'Create', entries: [entry('Create new Post')] },
      { id: 'help', label: 'Help', entries: [entry('Commands')] },
    ]
    const asked = (typed: string) => texts(inScope(groups, scopeOf(typed)))
    expect([asked('> pub'), asked('+po'), asked('#po'), asked('?'), asked('po')]).toEqual([
      ['Publish', 'Create new Post'],
      ['Create new Post'],
      ['Posts'],
      ['Commands'],
      ['Dashboard', 'Posts', 'Publish', 'Create new Post'],
    ])
    expect([wordsOf(' > pub').trim(), wordsOf('po > 1')]).toEqual(['pub', 'po > 1'])
  })

  it('has first what is called or begins so, places before documents, then documents, then the rest', () => {
    const groups = [
      { id: 'go', label: 'Go to', entries: [entry('Posts'), entry('Our harbours')] },
      {
        id: 'commands',
        label: 'Commands',
        entries: [entry('Publish our post'), entry('Dark appearance', { also: 'night' })],
      },
    ]
    const order = (typed: string, ...titles: string[]) =>
      withDocuments(
        entryFinder(groups)(typed),
        { id: 'documents', label: 'Documents', entries: titles.map((title) => entry(title)) },
        typed,
      ).map(({ id }) => id)
    expect(order('post', 'Post office')).toEqual(['go', 'documents', 'commands'])
    expect(order('our', 'Of our coast')).toEqual(['go', 'documents', 'commands'])
    expect(order('dark', 'A night in the dark')).toEqual(['commands', 'documents'])
    expect(order('night', 'A night in the dark')).toEqual(['documents', 'commands'])
    expect(order('publish', 'Publishing house')).toEqual(['documents', 'commands'])
    expect(order('office', 'Post office')).toEqual(['documents'])
    expect(order('publsh', 'A pub in Lush')).toEqual(['documents', 'commands'])
    expect(order('publsh', 'Publsh')).toEqual(['documents', 'commands'])
    expect(order('publish', 'Publich')).toEqual(['commands', 'documents'])
  })

  it('without documents leaves the groups as they are', () => {
    const groups = entryFinder([{ id: 'go', label: '', entries: [entry('Posts')] }])('post')
    expect(withDocuments(groups, { id: 'documents', label: '', entries: [] }, 'post')).toEqual(groups)
  })

  it('shows what begins with the text first, at most eight, and no empty group', () => {
    const many = Array.from({ length: 12 }, (_, index) => entry(`a post ${index}`))
    const groups = [
      { id: 'g', label: 'g', entries: [...many, entry('Posts')] },
      { id: 'h', label: 'h', entries: [entry('Header')] },
    ]
    const found = entryFinder(groups)('post')
    expect(found.map((group) => group.id)).toEqual(['g'])
    expect(found[0]?.entries).toHaveLength(8)
    expect(found[0]?.entries[0]?.text).toBe('Posts')
  })

  it('shows misspelt ones only where nothing fits without a mistake', () => {
    const find = entryFinder([{ id: 'g', label: '', entries: [entry('Outbox'), entry('Output')] }])
    expect([texts(find('outbox')), texts(find('outbx'))]).toEqual([['Outbox'], ['Outbox']])
  })
})
