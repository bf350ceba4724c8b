import type { RefreshResult } from '../../../shared/ipc.ts'
import { COLUMNS_ERROR } from '../../../shared/lists/columns.ts'
import {
  readListPreference,
  type ListChoice,
  type ListPreference,
} from '../../../shared/lists/list-preference.ts'
import type { Log } from '../../log.ts'
import type { SiteContext } from '../site-context.ts'
import { choosePreference, readPreference, refreshPreference, type Preference } from './preferences.ts'

/** How a list is shown, by the name that the web admin gives to that. */
const preferenceOf = (slug: string, log: Log): Preference<ListPreference> => ({
  key: `collection-${slug}`,
  shown: (value) => readListPreference(value, () => log.error(COLUMNS_ERROR, { slug })),
})

/** What the user has chosen for a list, as this computer knows it. */
export function keptOfList(site: Pick<SiteContext, 'store' | 'log'>, slug: string): Promise<ListPreference> {
  return readPreference(site, preferenceOf(slug, site.log))
}

/** Keeps a choice. It is the server's too once it was sent, which `refreshListPreference` does. */
export async function chooseForList(site: SiteContext, slug: string, choice: ListChoice): Promise<void> {
  await choosePreference(site, preferenceOf(slug, site.log).key, { ...choice })
}

/** Sends a choice that the server does not have, or asks for the one that it has (S3.37). */
export function refreshListPreference(site: SiteContext, slug: string): Promise<RefreshResult> {
  return refreshPreference(site, preferenceOf(slug, site.log))
}
