import type { RefreshResult } from '../../../shared/ipc.ts'
import { COLUMNS_ERROR, readColumns, type ColumnChoice } from '../../../shared/lists/columns.ts'
import type { Log } from '../../log.ts'
import type { SiteContext } from '../site-context.ts'
import { choosePreference, readPreference, refreshPreference, type Preference } from './preferences.ts'

type ShownColumns = { columns: ColumnChoice[] | null }

/** How a list is shown, by the name that the web admin gives to that. */
const listPreference = (slug: string, log: Log): Preference<ShownColumns> => ({
  key: `collection-${slug}`,
  shown: ({ columns }) => ({
    columns: readColumns(columns, () => log.error(COLUMNS_ERROR, { slug })) ?? null,
  }),
})

/** The columns that the user has chosen for a list, as this computer knows it; null: none. */
export async function chosenColumns(
  site: Pick<SiteContext, 'store' | 'log'>,
  slug: string,
): Promise<ColumnChoice[] | null> {
  return (await readPreference(site, listPreference(slug, site.log))).columns
}

/** Keeps a choice. It is the server's too once it was sent, which `refreshColumns` does. */
export async function chooseColumns(
  site: SiteContext,
  slug: string,
  columns: ColumnChoice[] | null,
): Promise<void> {
  await choosePreference(site, listPreference(slug, site.log).key, { columns })
}

/** Sends a choice that the server does not have, or asks for the one that it has (S3.37). */
export function refreshColumns(site: SiteContext, slug: string): Promise<RefreshResult> {
  return refreshPreference(site, listPreference(slug, site.log))
}
