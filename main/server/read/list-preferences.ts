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

/** The preference of a list, under the web admin's name for it. */
const preferenceOf = (slug: string, log: Log): Preference<ListPreference> => ({
  key: `collection-${slug}`,
  shown: (value) => readListPreference(value, () => log.error(COLUMNS_ERROR, { slug })),
})

/** The user's settings of a list, as this computer knows them. */
export function keptOfList(site: Pick<SiteContext, 'store' | 'log'>, slug: string): Promise<ListPreference> {
  return readPreference(site, preferenceOf(slug, site.log))
}

/** Stores a setting here. `refreshListPreference` sends it to the server. */
export async function chooseForList(site: SiteContext, slug: string, choice: ListChoice): Promise<void> {
  await choosePreference(site, preferenceOf(slug, site.log).key, { ...choice })
}

/** Sends local settings, or fetches those of the server (S3.37). */
export function refreshListPreference(site: SiteContext, slug: string): Promise<RefreshResult> {
  return refreshPreference(site, preferenceOf(slug, site.log))
}
