'use client'
import { RefreshRouteOnSave, useLivePreview } from '@payloadcms/live-preview-react'
import { useRouter } from 'next/navigation'
import { useCallback, useSyncExternalStore } from 'react'

const never = () => () => undefined

export function Post({ post }) {
  const serverURL = useSyncExternalStore(
    never,
    () => location.origin,
    () => '',
  )
  return serverURL === '' ? null : <Live post={post} serverURL={serverURL} />
}

function Live({ post, serverURL }) {
  const router = useRouter()
  const refresh = useCallback(() => router.refresh(), [router])
  const { data } = useLivePreview({ initialData: post, serverURL, depth: 1 })
  return (
    <>
      <RefreshRouteOnSave refresh={refresh} serverURL={serverURL} />
      <h1 data-show="title">{data.title}</h1>
      <p data-show="author">{data.author?.name}</p>
    </>
  )
}
