import { ChevronLeft, ChevronRight, Download, ExternalLink, Maximize, Minimize, X } from 'lucide-react'
import { useEffect, useRef, useState, type KeyboardEvent, type RefObject } from 'react'
import { Dialog, Heading } from 'react-aria-components'
import { cardSize, PREVIEW, bestFit, thumbnailSize } from '../../../../shared/fields/file/best-fit.ts'
import {
  fileFacts,
  type FileFacts,
  formatFilesize,
  isPlayable,
} from '../../../../shared/fields/file/file-facts.ts'
import { FILE_FIELD, readPendingFile } from '../../../../shared/fields/file/pending-file.ts'
import { own } from '../../../../shared/json.ts'
import { playAddress } from '../../../data/copy-file.ts'
import { useSaveFile } from '../../../fields/file/use-save-file.ts'
import { factsText } from '../../../fields/file/file-texts.ts'
import {
  pictureAddresses,
  useFirstGood,
  fileIcon,
  type Pictured,
} from '../../../fields/thumbnail/picture-sources.ts'
import { useT } from '../../../i18n/use-t.ts'
import { cx } from '../../../ui/class-names.ts'
import { Icon } from '../../../ui/icon/icon.tsx'
import { IconButton } from '../../../ui/icon-button/icon-button.tsx'
import { ModalLayer } from '../../../ui/modal-layer/modal-layer.tsx'
import styles from './quick-look.module.css'

export type QuickLookProps = {
  of: Pictured
  title: string
  /** Alternative text of the picture. */
  alt: string
  /** Position, counted from 1, and number of files. */
  place: { at: number; count: number }
  offline: boolean
  /** Goes to the next or the previous file. */
  onStep: (by: 1 | -1) => void
  onOpen: () => void
  onClose: () => void
}

/** Pixels by which a key scrolls a picture larger than the window. */
const STEP = 80

/** A file in full size over the list: arrow keys go on, Escape closes it, as does Space on the close button. */
export function QuickLook(props: QuickLookProps) {
  const { of, title, place, onStep, onClose } = props
  const { t, dir, formatNumber } = useT()
  const file = useSaveFile()
  const stage = useRef<HTMLDivElement>(null)
  const [zoomed, setZoomed] = useState<Pictured['ref'] | null>(null)
  const facts = fileFacts(of.data)
  const isZoomed = zoomed === of.ref
  const size = facts.size === null ? '' : formatFilesize(facts.size)
  const ahead = dir === 'rtl' ? -1 : 1

  function onKeyDown(event: KeyboardEvent<HTMLElement>): void {
    const by = STEPS[event.key]
    if (by === undefined || event.ctrlKey || event.metaKey || event.altKey || event.shiftKey) return
    // A media player has keys of its own.
    if (event.target instanceof HTMLMediaElement) return
    event.preventDefault()
    if (isZoomed) stage.current?.scrollBy({ left: by.left * STEP, top: by.top * STEP })
    else onStep((by.left * ahead || by.top) > 0 ? 1 : -1)
  }

  return (
    <ModalLayer closesOutside onClose={onClose} className={styles['scrim']} sheetClassName={styles['sheet']}>
      {/* oxlint-disable-next-line jsx-a11y/no-static-element-interactions -- It hears the keys of the buttons in it. */}
      <div className={styles['keys']} onKeyDown={onKeyDown}>
        <Dialog className={styles['dialog'] ?? ''}>
          <header className={styles['head']}>
            <Heading slot="title" className={styles['title'] ?? ''}>
              <bdi>{title}</bdi>
            </Heading>
            <span className={styles['facts']}>
              <bdi dir="ltr">{[factsText(facts), size].filter((part) => part !== '').join(' · ')}</bdi>
            </span>
            <span className={styles['buttons']}>
              <span className={styles['facts']}>
                {t('galley:media.place', { at: formatNumber(place.at), count: formatNumber(place.count) })}
              </span>
              <IconButton
                label={t('galley:media.previous')}
                icon={ChevronLeft}
                flip
                disabledReason={place.at === 1 ? t('galley:media.isFirst') : null}
                onPress={() => onStep(-1)}
              />
              <IconButton
                label={t('galley:media.next')}
                icon={ChevronRight}
                flip
                disabledReason={place.at === place.count ? t('galley:media.isLast') : null}
                onPress={() => onStep(1)}
              />
              {facts.isPicture && (
                <IconButton
                  label={t('galley:media.actualSize')}
                  icon={isZoomed ? Minimize : Maximize}
                  pressed={isZoomed}
                  onPress={() => setZoomed(isZoomed ? null : of.ref)}
                />
              )}
              <IconButton
                label={t('galley:media.download')}
                icon={Download}
                disabledReason={file.whyNot(of.ref)}
                onPress={() => void file.save(of.ref)}
              />
              <IconButton label={t('general:open')} icon={ExternalLink} onPress={props.onOpen} />
              <IconButton label={t('general:close')} icon={X} onPress={onClose} asksForFocus />
            </span>
          </header>
          <Stage key={JSON.stringify(of.ref)} {...props} facts={facts} isZoomed={isZoomed} stage={stage} />
          {props.alt !== '' && (
            <p className={styles['alt']}>
              <bdi>{props.alt}</bdi>
            </p>
          )}
        </Dialog>
      </div>
    </ModalLayer>
  )
}

const STEPS: Readonly<Record<string, { left: number; top: number }>> = {
  ArrowLeft: { left: -1, top: 0 },
  ArrowRight: { left: 1, top: 0 },
  ArrowUp: { left: 0, top: -1 },
  ArrowDown: { left: 0, top: 1 },
}

type StageProps = Pick<QuickLookProps, 'of' | 'title' | 'alt' | 'offline'> & {
  facts: FileFacts
  isZoomed: boolean
  stage: RefObject<HTMLDivElement | null>
}

function Stage({ of, title, alt, offline, facts, isZoomed, stage }: StageProps) {
  const connection = offline ? 'offline' : 'online'
  const [picture, onError] = useFirstGood(addressesOf(of, isZoomed), connection)
  const [played, onSilent] = useFirstGood(isPlayable(facts.mimeType) ? [playedAt(of)] : [], connection)
  const player = usePlayer(played)
  const isSound = facts.mimeType.startsWith('audio/')
  return (
    <div
      ref={stage}
      className={cx(styles['stage'], isZoomed && styles['zoomed'])}
      // Focusable, so that a picture larger than the window can be scrolled by keys.
      {...(isZoomed && { role: 'group', tabIndex: 0, 'aria-label': title })}
    >
      {played !== undefined ? (
        isSound ? (
          // oxlint-disable-next-line jsx-a11y/media-has-caption -- a site's files have none
          <audio ref={player} controls src={played} aria-label={title} onError={onSilent} />
        ) : (
          // oxlint-disable-next-line jsx-a11y/media-has-caption -- a site's files have none
          <video ref={player} controls src={played} aria-label={title} onError={onSilent} />
        )
      ) : picture === undefined ? (
        <Nothing of={of} facts={facts} offline={offline} />
      ) : (
        <img
          src={picture}
          alt={alt || title}
          decoding="async"
          draggable={false}
          onError={onError}
          {...(isZoomed &&
            facts.width !== null && {
              style: { inlineSize: facts.width / (globalThis.devicePixelRatio || 1) },
            })}
        />
      )}
    </div>
  )
}

/** Returns the ref of a media element; unmounting ends its stream at once, before garbage collection. */
function usePlayer(src: string | undefined): RefObject<HTMLVideoElement | null> {
  const ref = useRef<HTMLVideoElement>(null)
  useEffect(() => {
    const player = ref.current
    if (player === null || src === undefined) return
    if (player.getAttribute('src') === null) player.src = src
    return () => {
      player.pause()
      player.removeAttribute('src')
      player.load()
    }
  }, [src])
  return ref
}

/** The type of a file, and the reason that it is not shown. */
function Nothing({ of, facts, offline }: Pick<StageProps, 'of' | 'facts' | 'offline'>) {
  const { t } = useT()
  const isShown = facts.isPicture || isPlayable(facts.mimeType)
  return (
    <div className={styles['nothing']}>
      <Icon icon={fileIcon(of.data)} size="large" />
      <bdi dir="ltr">{facts.name}</bdi>
      <span role="status">
        {isShown && offline
          ? t('galley:list.needsServer')
          : t(isShown ? 'galley:media.notShown' : 'galley:media.noPicture')}
      </span>
    </div>
  )
}

/** Returns addresses for a picture: a size that fills the window, or the original; then smaller ones as fallbacks. */
function addressesOf(of: Pictured, isWhole: boolean): string[] {
  const { data } = of
  const wide = (globalThis.innerWidth || 1) * (globalThis.devicePixelRatio || 1)
  const sizes = fileFacts(data).isPicture
    ? [...(isWhole ? [null] : []), cardSize(data, wide), null, bestFit(data, PREVIEW), thumbnailSize(data)]
    : [thumbnailSize(data)]
  return pictureAddresses(of, sizes)
}

function playedAt({ ref: { slug, id }, data }: Pictured): string {
  const pending = readPendingFile(own(data, FILE_FIELD))
  if (pending !== null && pending.id !== null) return playAddress({ id: pending.id })
  const changed = own(data, 'updatedAt')
  return playAddress({ slug, id, version: typeof changed === 'string' ? changed : '' })
}
