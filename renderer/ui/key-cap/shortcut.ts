/** `Mod+Shift+S`: Mod is Command on macOS and Ctrl elsewhere. */
export type Shortcut = string

type Platform = 'mac' | 'other'

/** Returns this computer's platform. */
export function currentPlatform(): Platform {
  return navigator.platform.startsWith('Mac') ? 'mac' : 'other'
}

const MAC: Readonly<Record<string, string>> = { Mod: '⌘', Shift: '⇧', Alt: '⌥', Ctrl: '⌃', Enter: '↩' }

const ARROWS: Readonly<Record<string, string>> = {
  ArrowLeft: '←',
  ArrowRight: '→',
  ArrowUp: '↑',
  ArrowDown: '↓',
}

/** Returns the text of a shortcut for key caps and menus: `Ctrl Shift S`, `⌘⇧S`. */
export function formatShortcut(shortcut: Shortcut, platform: Platform = currentPlatform()): string {
  // A single plus is a key, otherwise it separates keys.
  const parts = (shortcut === '+' ? ['+'] : shortcut.split('+')).map((part) => ARROWS[part] ?? part)
  if (platform === 'mac') return parts.map((part) => MAC[part] ?? part).join('')
  return parts.map((part) => (part === 'Mod' ? 'Ctrl' : part)).join(' ')
}

/** The value for aria-keyshortcuts: `Control+Shift+S`. */
export function ariaShortcut(shortcut: Shortcut, platform: Platform = currentPlatform()): string {
  const mod = platform === 'mac' ? 'Meta' : 'Control'
  return shortcut.replace('Mod', mod).replace('Ctrl', 'Control')
}

type KeyPress = {
  key: string
  code: string
  ctrlKey: boolean
  metaKey: boolean
  altKey: boolean
  shiftKey: boolean
}

const isSign = (key: string): boolean => /^[^\w\s]$/.test(key)

/** True if the key event is that shortcut, whatever the keyboard layout. */
export function matchesShortcut(
  event: KeyPress,
  shortcut: Shortcut,
  platform: Platform = currentPlatform(),
): boolean {
  const parts = shortcut.split('+')
  const key = parts.at(-1) ?? ''
  const has = (part: string) => parts.includes(part)
  const ctrl = has('Ctrl') || (has('Mod') && platform === 'other')
  const meta = has('Mod') && platform === 'mac'
  if (event.ctrlKey !== ctrl || event.metaKey !== meta) return false
  // A sign needs Shift on some keyboards, so Shift is not compared.
  if (isSign(key)) return event.key === key && event.altKey === has('Alt')
  if (event.altKey !== has('Alt') || event.shiftKey !== has('Shift')) return false
  if (event.key.toLowerCase() === key.toLowerCase()) return true
  // A digit with Shift or Alt, or on a keyboard whose digits need Shift, gives a sign.
  if (/^\d$/.test(key)) return event.code === `Digit${key}`
  // On a keyboard of another script (Arabic, Greek) the letter is found by the key's code.
  return /^[A-Z]$/.test(key) && !/^[a-z]$/i.test(event.key) && event.code === `Key${key}`
}
