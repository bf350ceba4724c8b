import type { SanitizedCollectionConfig, SanitizedConfig, SanitizedGlobalConfig } from 'payload'
import { getLivePreviewConfig, isLivePreviewEnabled } from '@payloadcms/ui/utilities/handleLivePreview'
import { jsonSafe } from '../json-safe.ts'
import type { JsonSafe } from '../json-safe.ts'
import { documentTabs } from './document-tabs.ts'
import type { TabAsker, TabExtras } from './document-tabs.ts'

/** Properties of a collection or global that the client config lacks and that can be sent. Absent means no. */
export type EntityExtras = {
  /** The site has preview addresses for documents: ask /desktop/preview-url. */
  hasPreview?: true
  /** The site has a live preview for documents: ask /desktop/live-preview-url. */
  livePreview?: { readonly breakpoints: JsonSafe; readonly openByDefault: boolean }
  /** Tabs of documents that the site has added or changed. */
  tabs?: readonly TabExtras[]
}

/** The extras of a collection or global; `null`: none. */
export function entityExtras(
  config: SanitizedConfig,
  entity: { collectionConfig: SanitizedCollectionConfig } | { globalConfig: SanitizedGlobalConfig },
  asker: TabAsker,
): EntityExtras | null {
  const { admin } = 'collectionConfig' in entity ? entity.collectionConfig : entity.globalConfig
  const isOn = isLivePreviewEnabled({ config, ...entity })
  const live = isOn ? getLivePreviewConfig({ config, ...entity, isLivePreviewEnabled: isOn }) : null
  const tabs = documentTabs(entity, asker)
  const extras: EntityExtras = {
    ...(typeof admin.preview === 'function' && { hasPreview: true }),
    ...(live?.url && {
      livePreview: {
        breakpoints: jsonSafe(live.breakpoints) ?? [],
        openByDefault: live.openByDefault === true,
      },
    }),
    ...(tabs.length > 0 && { tabs }),
  }
  return Object.keys(extras).length > 0 ? extras : null
}
