import { matchPath } from 'react-router-dom'
import * as v from 'valibot'
import { routePatterns } from '../../shared/cms/routes.ts'
import { drawerRefs } from './page-state.ts'
import { localPreference } from './local-preference.ts'
import { personKey, type Person } from './preferences.ts'

/** The user's position when the window closed. */
const leftPlace = v.object({
  /** Path and parameters of the screen. */
  address: v.string(),
  /** Scroll position in px. */
  top: v.fallback(v.pipe(v.number(), v.minValue(0)), 0),
  /** Documents in drawers over the screen. */
  drawers: v.fallback(drawerRefs, []),
  /** The field that had the caret; null: none. */
  field: v.fallback(v.nullable(v.object({ path: v.string(), locale: v.nullable(v.string()) })), null),
})
export type LeftPlace = v.InferOutput<typeof leftPlace>

const left = localPreference<Record<string, LeftPlace>>('left-places', (stored) =>
  v.parse(v.fallback(v.record(v.string(), leftPlace), {}), stored),
)

/**
 * Screens that a window may reopen. Screens that begin something, or that show one deleted document, are not in it.
 */
const OPENED_AGAIN = [
  'list',
  'trash',
  'document',
  'versions',
  'version',
  'api',
  'global',
  'globalVersions',
  'globalVersion',
  'globalApi',
  'folders',
  'folder',
  'byFolder',
  'outbox',
  'account',
] as const satisfies readonly (keyof typeof routePatterns)[]

/** True if a window may reopen an address: a path inside the app, of a screen in OPENED_AGAIN. */
export function isOpenedAgain(address: string): boolean {
  const [path = ''] = address.split(/[?#]/)
  if (!path.startsWith('/') || path.startsWith('//') || path.includes('\\')) return false
  if (matchPath(routePatterns.create, path) !== null) return false
  return OPENED_AGAIN.some((name) => matchPath(routePatterns[name], path) !== null)
}

/** Returns the user's last position; null for the dashboard, or a screen that cannot be reopened. */
export function placeLeft(person: Person): LeftPlace | null {
  const place = left.get()[personKey(person)]
  return place !== undefined && isOpenedAgain(place.address) ? place : null
}

export function keepPlaceLeft(person: Person, place: LeftPlace): void {
  left.set({ ...left.get(), [personKey(person)]: place })
}
