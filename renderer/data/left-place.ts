import { matchPath } from 'react-router-dom'
import * as v from 'valibot'
import { routePatterns } from '../../shared/cms/routes.ts'
import { drawerRefs } from './open-drawers.ts'
import { localPreference } from './local-preference.ts'
import { personKey, type Person } from './preferences.ts'

/** Where a person was when the window closed. */
const leftPlace = v.object({
  /** Path and parameters of the screen. */
  address: v.string(),
  /** How far it was scrolled, in px. */
  top: v.fallback(v.pipe(v.number(), v.minValue(0)), 0),
  /** The documents over it in drawers. */
  drawers: v.fallback(drawerRefs, []),
  /** The field of a document that had the caret. */
  field: v.fallback(v.nullable(v.object({ path: v.string(), locale: v.nullable(v.string()) })), null),
})
export type LeftPlace = v.InferOutput<typeof leftPlace>

const left = localPreference<Record<string, LeftPlace>>('left-places', (stored) =>
  v.parse(v.fallback(v.record(v.string(), leftPlace), {}), stored),
)

/** Screens that are opened again. What begins something, or was gone already, is not one of them. */
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

/** Whether a window may open on an address: one of a screen of the app, and of nothing else. */
export function isOpenedAgain(address: string): boolean {
  const [path = ''] = address.split(/[?#]/)
  if (!path.startsWith('/') || path.startsWith('//') || path.includes('\\')) return false
  if (matchPath(routePatterns.create, path) !== null) return false
  return OPENED_AGAIN.some((name) => matchPath(routePatterns[name], path) !== null)
}

/** Where this person was; null: on the dashboard, or nowhere that a window may open on. */
export function placeLeft(person: Person): LeftPlace | null {
  const place = left.get()[personKey(person)]
  return place !== undefined && isOpenedAgain(place.address) ? place : null
}

export function keepPlaceLeft(person: Person, place: LeftPlace): void {
  left.set({ ...left.get(), [personKey(person)]: place })
}
