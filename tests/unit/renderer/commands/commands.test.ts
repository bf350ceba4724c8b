import { File } from 'lucide-react'
import { describe, expect, it } from 'vitest'
import { available, createCommandRegistry } from '../../../../renderer/commands/command-registry.ts'
import {
  filterGroups,
  findMatch,
  inScope,
  withDocuments,
  wordsOf,
} from '../../../../renderer/commands/palette-entries.ts'
import { ariaShortcut, formatShortcut, matchesShortcut } from '../../../../renderer/ui/key-cap/shortcut.ts'

const press = (key: string, extra: Partial<Parameters<typeof matchesShortcut>[0]> = {}) => ({
  key,
  code: `Key${key.toUpperCase()}`,
  ctrlKey: false,
  metaKey: false,
  altKey: false,
  shiftKey: false,
  ...extra,
})

describe('shortcuts', () => {
  it('are written with Ctrl, and with the signs of macOS there', () => {
    expect(formatShortcut('Mod+Shift+S', 'other')).toBe('Ctrl Shift S')
    expect(formatShortcut('Mod+Shift+S', 'mac')).toBe('⌘⇧S')
    expect(ariaShortcut('Mod+Shift+S', 'other')).toBe('Control+Shift+S')
  })

  it('match with exactly their modifiers', () => {
    expect(matchesShortcut(press('s', { ctrlKey: true }), 'Mod+S', 'other')).toBe(true)
    expect(matchesShortcut(press('S', { ctrlKey: true, shiftKey: true }), 'Mod+S', 'other')).toBe(false)
    expect(matchesShortcut(press('s', { metaKey: true }), 'Mod+S', 'other')).toBe(false)
    expect(matchesShortcut(press('s', { metaKey: true }), 'Mod+S', 'mac')).toBe(true)
  })

  it('U27 (part) with a sign match wherever the keyboard has it, with Shift or without', () => {
    const german = press('/', { ctrlKey: true, shiftKey: true, code: 'Digit7' })
    expect(matchesShortcut(german, 'Mod+/', 'other')).toBe(true)
    expect(matchesShortcut(press('/', { ctrlKey: true, code: 'Slash' }), 'Mod+/', 'other')).toBe(true)
    // There the key of the American slash makes the window smaller.
    expect(matchesShortcut(press('-', { ctrlKey: true, code: 'Slash' }), 'Mod+/', 'other')).toBe(false)
    expect(matchesShortcut(press('?', { shiftKey: true, code: 'Minus' }), '?', 'other')).toBe(true)
    expect(matchesShortcut(press('?', { ctrlKey: true, shiftKey: true }), '?', 'other')).toBe(false)
  })

  it('match by the place of the key on a keyboard of another script', () => {
    expect(matchesShortcut(press('س', { ctrlKey: true, code: 'KeyS' }), 'Mod+S', 'other')).toBe(true)
    // A Latin layout moves letters: there the letter counts, not the place.
    expect(
      matchesShortcut(press('&', { ctrlKey: true, shiftKey: true, code: 'Digit7' }), 'Mod+Shift+7', 'other'),
    ).toBe(true)
    expect(
      matchesShortcut(press('*', { ctrlKey: true, shiftKey: true, code: 'Digit8' }), 'Mod+Shift+7', 'other'),
    ).toBe(false)
    expect(matchesShortcut(press('o', { ctrlKey: true, code: 'KeyS' }), 'Mod+S', 'other')).toBe(false)
  })
})

describe('a command of the palette', () => {
  const dark = {
    id: 'dark',
    text: 'Dark appearance',
    also: 'theme, mode, night, colours',
    icon: File,
    run: () => undefined,
  }
  const finds = (typed: string) =>
    filterGroups([{ id: 'commands', label: '', entries: [dark] }], typed).length > 0

  it.each(['dark', 'appear', 'dark mode', 'theme dark', 'night', 'Dark appearance '])(
    'is found by “%s”',
    (typed) => {
      expect(finds(typed)).toBe(true)
    },
  )

  it.each(['our', 'e, m', 'dark light', 'ode'])('is not found by “%s”', (typed) => {
    expect(finds(typed)).toBe(false)
  })
})

describe('the command registry', () => {
  it('runs the latest of one id and gives the one before back', () => {
    const registry = createCommandRegistry()
    const ran: string[] = []
    registry.register({ id: 'save', title: 'a', run: () => ran.push('first') })
    const stop = registry.register({ id: 'save', title: 'b', run: () => ran.push('second') })
    available(registry.all()).forEach((command) => command.run())
    stop()
    available(registry.all()).forEach((command) => command.run())
    expect(ran).toEqual(['second', 'first'])
  })

  it('lists only what can be run now', () => {
    const registry = createCommandRegistry()
    registry.register({ id: 'a', title: 'a', run: () => undefined, when: () => false })
    expect(available(registry.all())).toEqual([])
  })
})

describe('the palette', () => {
  const entry = (text: string) => ({ id: text, text, icon: File, run: () => undefined })

  it('finds text whatever its case and marks where', () => {
    expect(findMatch('Posts', 'OS')).toEqual({ before: 'P', match: 'os', after: 'ts' })
    expect(findMatch('Posts', 'x')).toBeNull()
    // Who types what they want to do leaves words out.
    expect(findMatch('Create new Post', 'create post')).toEqual({
      before: 'Create new Post',
      match: '',
      after: '',
    })
    expect(findMatch('Create new Post', 'create page')).toBeNull()
    expect(findMatch('Posts', ' ')).toEqual({ before: 'Posts', match: '', after: '' })
  })

  it('is asked for commands by > and for places by #', () => {
    const groups = [
      { id: 'go', label: 'Go to', entries: [entry('Posts')] },
      { id: 'commands', label: 'Commands', entries: [entry('Publish')] },
    ]
    const ids = (typed: string) => inScope(groups, typed).map(({ id }) => id)
    expect([ids('> pub'), ids('#po'), ids('po')]).toEqual([['commands'], ['go'], ['go', 'commands']])
    expect([wordsOf(' > pub').trim(), wordsOf('po > 1')]).toEqual(['pub', 'po > 1'])
  })

  it('has documents first, but for a place or command that begins with what is typed', () => {
    const groups = [
      { id: 'go', label: 'Go to', entries: [entry('Posts'), entry('Our harbours')] },
      { id: 'commands', label: 'Commands', entries: [entry('Publish our post')] },
    ]
    const documents = { id: 'documents', label: 'Documents', entries: [entry('Post office')] }
    const order = (typed: string) => withDocuments(filterGroups(groups, typed), documents).map(({ id }) => id)
    expect(order('post')).toEqual(['go', 'documents', 'commands'])
    expect(order('our')).toEqual(['go', 'documents', 'commands'])
    expect(order('office')).toEqual(['documents'])
    expect(withDocuments(groups, { ...documents, entries: [] })).toBe(groups)
  })

  it('shows what begins with the text first, at most eight, and no empty group', () => {
    const many = Array.from({ length: 12 }, (_, index) => entry(`a post ${index}`))
    const groups = [
      { id: 'g', label: 'g', entries: [...many, entry('Posts')] },
      { id: 'h', label: 'h', entries: [entry('Header')] },
    ]
    const found = filterGroups(groups, 'post')
    expect(found.map((group) => group.id)).toEqual(['g'])
    expect(found[0]?.entries).toHaveLength(8)
    expect(found[0]?.entries[0]?.text).toBe('Posts')
  })
})
