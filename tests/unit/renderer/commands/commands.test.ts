import { describe, expect, it } from 'vitest'
import { available, createCommandRegistry } from '../../../../renderer/commands/command-registry.ts'
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
    expect([formatShortcut('+', 'other'), formatShortcut('+', 'mac')]).toEqual(['+', '+'])
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
