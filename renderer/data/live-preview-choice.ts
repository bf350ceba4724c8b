import { useCallback } from 'react'
import * as v from 'valibot'
import { livePreviewZooms } from '../../shared/ipc.ts'
import { useAccount } from './account-context.tsx'
import { localPreference, useLocalPreference } from './local-preference.ts'

/** A user's settings for live previews. */
const choice = v.object({
  /** Null: the user has not chosen, so the site decides. */
  isOpen: v.nullable(v.boolean()),
  /** Width of the pane in CSS pixels. */
  width: v.pipe(v.number(), v.minValue(1)),
  zoom: v.picklist(livePreviewZooms),
  /** Name of one of the site's sizes; null: as large as the pane. */
  device: v.nullable(v.string()),
})
export type LivePreviewChoice = v.InferOutput<typeof choice>

const DEFAULT: LivePreviewChoice = { isOpen: null, width: 480, zoom: 1, device: null }
const NONE: Readonly<Record<string, LivePreviewChoice>> = {}

const choices = localPreference('live-preview', (stored) => {
  const parsed = v.safeParse(v.record(v.string(), choice), stored)
  return parsed.success ? parsed.output : NONE
})

/** Returns the choice of the signed-in user, kept on this computer. */
export function useLivePreviewChoice(): [LivePreviewChoice, (change: Partial<LivePreviewChoice>) => void] {
  const { server, collection, userId } = useAccount()
  const user = [server.id, collection, userId].join(' ')
  const [all, setAll] = useLocalPreference(choices)
  const change = useCallback(
    (part: Partial<LivePreviewChoice>) => {
      const now = choices.get()
      setAll({ ...now, [user]: { ...(now[user] ?? DEFAULT), ...part } })
    },
    [user, setAll],
  )
  return [all[user] ?? DEFAULT, change]
}
