import { useMemo } from 'react'
import { useCommand } from '../../../commands/use-commands.ts'
import { useLivePreviewChoice } from '../../../data/live-preview-choice.ts'
import { useSchema } from '../../../data/schema-context.tsx'
import { useDocument, useDocumentState } from '../../../form/form-context.tsx'

export const LIVE_PREVIEW_ID = 'live-preview'
export const LIVE_PREVIEW_SHORTCUT = 'Mod+Shift+P'

export type LivePreviewState = { isOpen: boolean; toggle: () => void; close: () => void }

/** Returns the state of the live preview; null if the site has none for this document. */
export function useLivePreview(): LivePreviewState | null {
  const { entity } = useDocument()
  const { capabilities } = useSchema()
  const isGone = useDocumentState(({ view }) => view.isGone)
  const [{ isOpen: chosen }, change] = useLivePreviewChoice()
  const config = capabilities.previews && !isGone ? entity.livePreview : null
  const isOpen = config !== null && (chosen ?? config.openByDefault)
  useCommand({
    id: 'document.live-preview',
    title: isOpen ? 'general:exitLivePreview' : 'general:livePreview',
    shortcut: LIVE_PREVIEW_SHORTCUT,
    run: () => change({ isOpen: !isOpen }),
    when: () => config !== null,
  })
  return useMemo(
    () =>
      config === null
        ? null
        : {
            isOpen,
            toggle: () => change({ isOpen: !isOpen }),
            close: () => change({ isOpen: false }),
          },
    [config, isOpen, change],
  )
}
