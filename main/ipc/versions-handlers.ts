import { readLastChange, readVersion } from '../server/read/read-version.ts'
import { readAround, refreshVersions } from '../server/read/read-versions.ts'
import { restoreVersion } from '../server/send/restore-version.ts'
import { nameVersion, readVersionNames, refreshVersionNames } from '../server/read/version-names.ts'
import type { Handlers } from './bind-contract.ts'
import { requireAccount, type HandlerContext } from './handler-context.ts'

type VersionsHandlers = Pick<
  Handlers,
  | 'versions.list'
  | 'versions.refresh'
  | 'versions.kept'
  | 'versions.lastChange'
  | 'versions.read'
  | 'versions.around'
  | 'versions.restore'
  | 'versions.names'
  | 'versions.setName'
  | 'versions.refreshNames'
>

export function versionsHandlers(context: HandlerContext): VersionsHandlers {
  /** The site, for calls that a person's action causes: background work pauses meanwhile. */
  const forPerson = () => {
    const account = requireAccount(context)
    account.personActs()
    return account.site
  }
  return {
    'versions.list': (query) => requireAccount(context).site.store.listVersions(query),
    'versions.refresh': (query) => refreshVersions(requireAccount(context).site, query),
    'versions.kept': (input) => requireAccount(context).site.store.versionContent(input),
    'versions.lastChange': (input) => readLastChange(forPerson(), input),
    'versions.read': (input) => readVersion(forPerson(), input),
    'versions.restore': (input) => restoreVersion(forPerson(), requireAccount(context).sender, input),
    'versions.names': (input) => readVersionNames(requireAccount(context).site, input),
    'versions.setName': (input) => nameVersion(forPerson(), input),
    'versions.refreshNames': () => refreshVersionNames(requireAccount(context).site),
    'versions.around': (input) => readAround(forPerson(), input),
  }
}
