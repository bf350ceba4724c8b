import { ExternalLink, RotateCw, X } from 'lucide-react'
import { useEffect, useId, useRef, useState, useSyncExternalStore, type RefObject } from 'react'
import { livePreviewZooms } from '../../../../shared/ipc.ts'
import { useCommand } from '../../../commands/use-commands.ts'
import { galley } from '../../../data/bridge.ts'
import { useLivePreviewChoice } from '../../../data/live-preview-choice.ts'
import { useConnection } from '../../../data/queries.ts'
import { useDocument, useDocumentState } from '../../../form/form-context.tsx'
import { useT } from '../../../i18n/use-t.ts'
import { Button } from '../../../ui/button/button.tsx'
import { IconButton } from '../../../ui/icon-button/icon-button.tsx'
import { Message } from '../../../ui/message/message.tsx'
import { Select } from '../../../ui/select/select.tsx'
import { Splitter } from '../../../ui/splitter/splitter.tsx'
import { VisuallyHidden } from '../../../ui/visually-hidden/visually-hidden.tsx'
import styles from './live-preview.module.css'
import { messageOf } from './preview-message.ts'
import { usePlace } from './use-place.ts'
import { usePreviewPage } from './use-preview-page.ts'
import { LIVE_PREVIEW_ID, LIVE_PREVIEW_SHORTCUT, type LivePreviewState } from './use-live-preview.ts'

const WHOLE = ''
/** Least widths in CSS pixels of the page and of the form; narrower ones cannot be read. */
const LEAST = 280
const LEAST_FORM = 360
/** Below this width the page lies under the form instead of beside it. */
const NARROW = '(max-width: 900px)'

/** The site's page beside the form, with the edits, saved or not. */
export function LivePreviewPane({ preview }: { preview: LivePreviewState }) {
  const { t } = useT()
  const { entity } = useDocument()
  const [choice, change] = useLivePreviewChoice()
  const page = usePreviewPage()
  const online = useConnection()?.status === 'online'
  const isNew = useDocumentState(({ view }) => view.isNew)
  const isNarrow = useSyncExternalStore(watchWidth, () => matchMedia(NARROW).matches)
  const [isDragged, setDragged] = useState(false)
  const pane = useRef<HTMLElement>(null)
  const place = useRef<HTMLDivElement>(null)
  const first = useRef<HTMLButtonElement>(null)
  const helpId = useId()
  const room = useRoom(pane)
  const device = entity.livePreview?.devices.find(({ name }) => name === choice.device)
  const size = useSize(device?.width, device?.height)
  const picture = usePlace(place, { zoom: choice.zoom, device: size }, isDragged)
  useEffect(() => galley.on('livePreview.left', () => first.current?.focus()), [])
  useCommand({
    id: 'document.live-preview-enter',
    title: 'galley:preview.enter',
    shortcut: 'F6',
    run: () => act('enter'),
    when: () => page.state === 'shown',
  })

  const most = Math.max(LEAST, room - LEAST_FORM)
  const width = Math.max(LEAST, Math.min(choice.width, most))
  const message = messageOf({ ...page, isNew }, t)
  const isLast = !online && message === null
  return (
    <>
      {!isNarrow && (
        <Splitter
          label={t('galley:preview.width')}
          controls={LIVE_PREVIEW_ID}
          value={width}
          min={LEAST}
          max={most}
          onChange={(next) => change({ width: next })}
          onDragging={setDragged}
        />
      )}
      <section
        ref={pane}
        id={LIVE_PREVIEW_ID}
        data-live-preview=""
        aria-label={t('general:livePreview')}
        aria-describedby={helpId}
        className={styles['pane']}
        style={isNarrow ? undefined : { inlineSize: width }}
      >
        <div className={styles['tools']}>
          <SizeAndZoom />
          <span className={styles['space']} />
          <PageButtons page={page} first={first} onClose={preview.close} />
        </div>
        <p role="status" className={styles['status']}>
          {isLast ? t('galley:preview.last') : ''}
        </p>
        <VisuallyHidden>
          <span id={helpId}>{t('galley:preview.help')}</span>
        </VisuallyHidden>
        <div ref={place} className={styles['place']}>
          {message === null ? (
            picture !== null && <img src={picture} alt="" className={styles['picture']} />
          ) : (
            <NoPage message={message} onAgain={page.again} />
          )}
        </div>
      </section>
    </>
  )
}

/** The choice of the device whose size the page has, and of the zoom. */
function SizeAndZoom() {
  const { t } = useT()
  const { entity } = useDocument()
  const [choice, change] = useLivePreviewChoice()
  const devices = entity.livePreview?.devices ?? []
  const device = devices.find(({ name }) => name === choice.device)
  return (
    <>
      {devices.length > 0 && (
        <Select
          size="header"
          label={t('galley:preview.size')}
          options={[
            { value: WHOLE, label: t('galley:preview.whole') },
            ...devices.map(({ name, label }) => ({ value: name, label })),
          ]}
          value={device?.name ?? WHOLE}
          onChange={(next) => change({ device: next === WHOLE ? null : next })}
        />
      )}
      <Select
        size="header"
        label={t('galley:preview.zoom')}
        options={livePreviewZooms.map((zoom) => ({ value: String(zoom), label: percent(zoom) }))}
        value={String(choice.zoom)}
        onChange={(next) => change({ zoom: livePreviewZooms.find((zoom) => String(zoom) === next) ?? 1 })}
      />
    </>
  )
}

type PageButtonsProps = {
  page: ReturnType<typeof usePreviewPage>
  /** The first button, which gets the focus from the page. */
  first: RefObject<HTMLButtonElement | null>
  onClose: () => void
}

function PageButtons({ page, first, onClose }: PageButtonsProps) {
  const { t } = useT()
  return (
    <>
      <IconButton
        ref={first}
        icon={RotateCw}
        label={t('galley:preview.reload')}
        onPress={() => act('reload')}
      />
      <IconButton
        icon={ExternalLink}
        flip
        label={t('galley:preview.inBrowser')}
        disabledReason={
          page.state === 'shown' || (page.answer?.outcome === 'done' && page.answer.done)
            ? null
            : t('galley:preview.noAddress')
        }
        onPress={() => act('browser')}
      />
      <IconButton
        icon={X}
        label={t('general:exitLivePreview')}
        shortcut={LIVE_PREVIEW_SHORTCUT}
        onPress={onClose}
      />
    </>
  )
}

type NoPageProps = { message: NonNullable<ReturnType<typeof messageOf>>; onAgain: () => void }

/** The reason that the page is not shown. */
function NoPage({ message, onAgain }: NoPageProps) {
  const { t } = useT()
  return (
    <div className={styles['message']}>
      <Message
        kind={message.kind}
        title={message.title}
        body={message.body}
        actions={
          message.again !== null && (
            <Button size="row" onPress={() => (message.again === 'load' ? act('reload') : onAgain())}>
              {t('galley:preview.again')}
            </Button>
          )
        }
      />
    </div>
  )
}

const act = (what: 'reload' | 'browser' | 'enter') => void galley.call('livePreview.do', { what })

const percent = (zoom: number) => `${zoom * 100} %`

/** Returns the same object until the size changes; null without a size. */
function useSize(width: string | undefined, height: string | undefined) {
  const [size, setSize] = useState<{ width: string; height: string } | null>(null)
  const next = width === undefined || height === undefined ? null : { width, height }
  if (next?.width !== size?.width || next?.height !== size?.height) setSize(next)
  return size
}

/** Returns the width in CSS pixels that the pane and the form share. */
function useRoom(pane: { current: HTMLElement | null }): number {
  const [room, setRoom] = useState(Number.POSITIVE_INFINITY)
  useEffect(() => {
    const parent = pane.current?.parentElement
    if (!parent) return
    const observer = new ResizeObserver(() => setRoom(parent.clientWidth))
    observer.observe(parent)
    return () => observer.disconnect()
  }, [pane])
  return room
}

function watchWidth(listener: () => void): () => void {
  const media = matchMedia(NARROW)
  media.addEventListener('change', listener)
  return () => media.removeEventListener('change', listener)
}
