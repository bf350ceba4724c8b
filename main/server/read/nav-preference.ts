import * as v from 'valibot'
import type { RefreshResult } from '../../../shared/ipc.ts'
import { navPreference, type NavChoice, type NavPreference } from '../../../shared/nav-preference.ts'
import type { SiteContext } from '../site-context.ts'
import { choosePreference, readPreference, refreshPreference, type Preference } from './preferences.ts'

const nav: Preference<NavPreference> = { key: 'nav', shown: (value) => v.parse(navPreference, value) }

/** The open parts of the navigation, as this computer knows them. */
export function readNav(site: Pick<SiteContext, 'store'>): Promise<NavPreference> {
  return readPreference(site, nav)
}

/** Keeps a choice. It is the server's too once it was sent, which `refreshNav` does. */
export function chooseNav(site: SiteContext, choice: NavChoice): Promise<void> {
  return choosePreference(site, nav.key, choice)
}

/** Sends local choices, and takes over those made elsewhere (S2.18, S2.23). */
export function refreshNav(site: SiteContext): Promise<RefreshResult> {
  return refreshPreference(site, nav)
}
