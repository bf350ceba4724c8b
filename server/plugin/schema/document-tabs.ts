import type {
  DocumentTabConfig,
  PayloadRequest,
  SanitizedCollectionConfig,
  SanitizedGlobalConfig,
  SanitizedPermissions,
} from 'payload'

/** A document tab that the site has added or changed. Absent properties are as in Payload. */
export type TabExtras = {
  /** `default`, `versions` and `api` are Payload's; any other key is a view of the site. */
  readonly view: string
  readonly label?: string
  readonly order?: number
  /** Path of the tab after that of the document; absent if only the site's own page can tell it. */
  readonly path?: string
  /** The tab is hidden from this user. */
  readonly hidden?: true
}

/** The arguments for conditions of tabs. */
export type TabAsker = { readonly req: PayloadRequest; readonly permissions: SanitizedPermissions }

/** Views with a tab of Payload's own, and those that never have one. */
const OF_PAYLOAD = ['default', 'versions', 'api']
const WITHOUT_TAB = ['root', 'version', 'livePreview']

/** The site's tabs of a collection or global; their components cannot be sent. */
export function documentTabs(
  entity: { collectionConfig: SanitizedCollectionConfig } | { globalConfig: SanitizedGlobalConfig },
  asker: TabAsker,
): TabExtras[] {
  const { admin } = 'collectionConfig' in entity ? entity.collectionConfig : entity.globalConfig
  const views: object = admin.components?.views?.edit ?? {}
  return Object.entries(views).flatMap(([view, config]: [string, unknown]): TabExtras[] => {
    const tab = tabOf(config)
    if (tab === null || WITHOUT_TAB.includes(view)) return []
    const shown = isShown(tab, entity, asker)
    if (!shown) return OF_PAYLOAD.includes(view) ? [{ view, hidden: true }] : []
    const label = labelOf(tab, asker)
    return [
      {
        view,
        ...(label !== null && { label }),
        ...(typeof tab.order === 'number' && { order: tab.order }),
        ...(typeof tab.href === 'string' && { path: tab.href }),
      },
    ]
  })
}

function tabOf(config: unknown): DocumentTabConfig | null {
  if (typeof config !== 'object' || config === null || !('tab' in config)) return null
  const { tab } = config
  return typeof tab === 'object' && tab !== null ? tab : null
}

/** True if a tab's condition holds; one that throws hides the tab. */
function isShown(
  { condition }: DocumentTabConfig,
  entity: Partial<Record<'collectionConfig', SanitizedCollectionConfig>> &
    Partial<Record<'globalConfig', SanitizedGlobalConfig>>,
  { req, permissions }: TabAsker,
): boolean {
  if (condition === undefined) return true
  try {
    const asked = { ...entity, config: req.payload.config, permissions, req }
    return Boolean(Reflect.apply(condition, undefined, [asked]))
  } catch (error) {
    req.payload.logger.warn({ err: error, msg: 'Galley: the condition of a tab failed.' })
    return false
  }
}

function labelOf({ label }: DocumentTabConfig, { req }: TabAsker): string | null {
  try {
    const text: unknown =
      typeof label === 'function' ? Reflect.apply(label, undefined, [{ t: req.i18n.t }]) : label
    return typeof text === 'string' && text !== '' ? text : null
  } catch {
    return null
  }
}
