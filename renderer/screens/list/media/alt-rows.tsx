import { useEffect, useEffectEvent, useId, useRef, useState, type KeyboardEvent, type ReactNode } from 'react'
import { Link } from 'react-router-dom'
import { altField } from '../../../../shared/cms/list-fields.ts'
import { refId, type DocRef } from '../../../../shared/cms/doc-ref.ts'
import type { Collection } from '../../../../shared/cms/schema-model.ts'
import { fileFacts } from '../../../../shared/fields/file/file-facts.ts'
import type { ListRow } from '../../../../shared/ipc.ts'
import { queuedDocument } from '../../../../shared/document/effective.ts'
import { getValue } from '../../../../shared/document/path.ts'
import type { Json } from '../../../../shared/json.ts'
import { documentState } from '../../../../shared/sync/queue.ts'
import { galley } from '../../../data/bridge.ts'
import { callReason } from '../../../data/failure-reasons.ts'
import { useDocumentQuery } from '../../../data/queries.ts'
import { altOf, factsText } from '../../../fields/file/file-texts.ts'
import { pictured } from '../../../fields/thumbnail/picture-sources.ts'
import { Thumbnail } from '../../../fields/thumbnail/thumbnail.tsx'
import { useOpenDocuments } from '../../../form/open-documents-context.ts'
import { useHeldText } from '../../../form/use-held-content.ts'
import { useT } from '../../../i18n/use-t.ts'
import { SyncState } from '../../../ui/sync-state/sync-state.tsx'
import { TextInput } from '../../../ui/text-input/text-input.tsx'
import { useToast } from '../../../ui/toast/toast-queue.ts'
import styles from './alt-rows.module.css'

export type AltRowsProps = {
  /** Accessible name of the list. */
  label: string
  collection: Collection
  locale: string | null
  /** Pictures without alternative text. */
  rows: readonly ListRow[]
  titleOf: (row: ListRow) => string
  hrefOf: (row: ListRow) => string
  /** Returns the reason that a row's document may not be edited; null: it may. */
  whyNot: (row: ListRow) => string | null
  offline: boolean
  onLook: (row: ListRow) => void
  /** Shown if there are no rows. */
  empty: ReactNode
}

const NONE: ReadonlySet<string> = new Set()

/**
 * Inputs for the alternative texts of pictures: Tab and Enter go to the next. Each text is an edit of its document.
 * Edited rows stay until the user leaves, even if the list loses them.
 */
export function AltRows(props: AltRowsProps) {
  const { rows, collection } = props
  const { t } = useT()
  const [edited, setEdited] = useState(NONE)
  const [seen, setSeen] = useState({ rows, shown: rows })
  if (seen.rows !== rows) setSeen({ rows, shown: stayed(seen.shown, rows, edited) })
  const field = altField(collection)
  if (field === null || seen.shown.length === 0) return props.empty

  return (
    <div className={styles['scroll']}>
      <p className={styles['hint']}>{t('galley:media.altHint')}</p>
      <ul aria-label={props.label} className={styles['rows']}>
        {seen.shown.map((row) => (
          <AltRow
            key={refId(row.ref)}
            {...props}
            row={row}
            isLocalized={field.localized}
            isEdited={edited.has(refId(row.ref))}
            onEdited={() => setEdited((before) => new Set(before).add(refId(row.ref)))}
          />
        ))}
      </ul>
    </div>
  )
}

/** Returns the current rows in their previous order; edited ones stay, new ones go to the end. */
function stayed(
  before: readonly ListRow[],
  now: readonly ListRow[],
  edited: ReadonlySet<string>,
): readonly ListRow[] {
  const byId = new Map(now.map((row) => [refId(row.ref), row]))
  const kept = before.flatMap((row) => {
    const id = refId(row.ref)
    return byId.get(id) ?? (edited.has(id) ? row : [])
  })
  const there = new Set(kept.map(({ ref }) => refId(ref)))
  return [...kept, ...now.filter(({ ref }) => !there.has(refId(ref)))]
}

type AltRowProps = Omit<AltRowsProps, 'rows' | 'label' | 'empty'> & {
  row: ListRow
  isLocalized: boolean
  isEdited: boolean
  onEdited: () => void
}

/** One picture, with the input for its alternative text. */
function AltRow(props: AltRowProps) {
  const { row, locale, offline } = props
  const { t } = useT()
  const id = useId()
  const title = props.titleOf(row)
  const closed = props.whyNot(row) ?? (offline && !row.complete ? t('galley:list.needsServer') : null)
  const alt = useAltText({ ...props, title, closed })
  const { text, theirs, problem, isUnsaved } = alt

  function onKeyDown(event: KeyboardEvent<HTMLInputElement>): void {
    if (event.nativeEvent.isComposing) return
    if (event.key === 'Escape' && alt.text !== alt.saved) {
      event.preventDefault()
      alt.reset()
    }
    if (event.key !== 'Enter') return
    event.preventDefault()
    if (problem !== null) alt.confirm()
    const inputs = [...(event.currentTarget.closest('ul')?.querySelectorAll('input') ?? [])]
    const next = inputs[inputs.indexOf(event.currentTarget) + (event.shiftKey ? -1 : 1)]
    // Leaving the input saves it, as Tab does.
    if (next === undefined) void alt.save()
    else next.focus()
  }

  return (
    <li className={styles['row']} data-alt-row={refId(row.ref)}>
      {/* Skipped by Tab, which goes from text to text; table and grid show a picture large by keyboard, too. */}
      <button
        type="button"
        tabIndex={-1}
        className={styles['picture']}
        aria-label={t('galley:media.lookAt', { title })}
        onClick={() => props.onLook(row)}
      >
        <Thumbnail
          of={pictured(row)}
          size="card"
          width={160 * globalThis.devicePixelRatio}
          offline={offline}
        />
      </button>
      <div className={styles['words']}>
        <AltHead row={row} title={title} href={props.hrefOf(row)}>
          {props.isEdited && problem === null && alt.isSaved && <EditState of={row.ref} />}
        </AltHead>
        <TextInput
          id={id}
          value={text}
          onChange={alt.change}
          onBlur={() => void alt.save()}
          onKeyDown={onKeyDown}
          readOnly={closed !== null && !isUnsaved}
          invalid={problem !== null}
          dir="auto"
          lang={locale ?? undefined}
          aria-label={t('galley:media.altOf', { title })}
          aria-describedby={`${id}-note`}
        />
        <span id={`${id}-note`} className={problem === null ? styles['facts'] : styles['problem']}>
          {problem ?? (closed !== null && isUnsaved ? t('galley:sync.notDone', { reason: closed }) : closed)}
          {theirs !== null && theirs !== '' && (
            <>
              {' '}
              <bdi>{t('galley:media.altNow', { text: theirs })}</bdi>
            </>
          )}
        </span>
      </div>
    </li>
  )
}

/** The title and the facts of a picture; `children`: the state of its edit. */
function AltHead(props: { row: ListRow; title: string; href: string; children: ReactNode }) {
  const { row, title, href, children } = props
  return (
    <span className={styles['head']}>
      <Link to={href} tabIndex={-1} className={styles['name']}>
        <bdi>{title}</bdi>
      </Link>
      <bdi dir="ltr" className={styles['facts']}>
        {factsText(fileFacts(row.data))}
      </bdi>
      <span className={styles['state']}>{children}</span>
    </span>
  )
}

type AltTextOptions = Pick<AltRowProps, 'row' | 'collection' | 'locale' | 'isLocalized' | 'onEdited'> & {
  title: string
  /** Reason that the text cannot be saved now. */
  closed: string | null
}

/** Holds the typed alternative text of a picture, and saves it as an edit of the document. */
function useAltText(options: AltTextOptions) {
  const { row, collection, locale, title, closed } = options
  const { t } = useT()
  const documents = useOpenDocuments()
  const toast = useToast()
  const known = useKnownAlt(options)
  const { text, saved, setProblem } = known
  /** The text being saved, or waiting for a second confirmation; nothing is saved twice. */
  const asked = useRef<string | null>(null)
  const isGone = useRef(false)
  const typed = text.trim()
  const isUnsaved = typed !== '' && typed !== saved
  const place = `alt ${collection.slug} ${refId(row.ref)} ${locale ?? ''}`
  const endHeld = useHeldText(place, isUnsaved ? typed : null, (kept) => {
    change(kept)
    setProblem(t('galley:sync.notDone', { reason: t('galley:actions.many.why.unsaved') }))
  })

  function change(next: string): void {
    known.setText(next)
    options.onEdited()
  }
  function fail(reason: string): void {
    const words = t('galley:sync.notDone', { reason })
    if (isGone.current) toast.error(words, { detail: title, cause: place })
    else setProblem(words)
  }
  async function save(): Promise<void> {
    // An empty text is not saved here; texts are removed in the document itself.
    if (typed === '') known.setText(saved)
    setWaiting(isUnsaved && closed !== null)
    if (!isUnsaved || typed === asked.current) return
    if (closed !== null) {
      if (isGone.current) fail(closed)
      return
    }
    asked.current = typed
    let waitsForYes = false
    try {
      // A form that was just closed may have unwritten edits, which the store must know.
      await documents.flush()
      const why = await writeAlt(options, typed, known.base)
      if (why === 'changed') {
        // The typed text stays, and is saved on a second confirmation.
        fail(t('galley:actions.many.why.changed'))
        await known.readTheirs()
        waitsForYes = true
        return
      }
      if (why !== 'nothing') return fail(t(`galley:actions.many.why.${why}`))
      known.accept(typed)
      if (isGone.current) endHeld()
    } catch (error) {
      fail(callReason(error, t))
    } finally {
      if (!waitsForYes && asked.current === typed) asked.current = null
    }
  }

  // Unmounting fires no blur.
  const leave = useEffectEvent(() => {
    isGone.current = true
    void save()
  })
  useEffect(() => {
    isGone.current = false
    return () => leave()
  }, [])
  const setWaiting = useSaveWhenOpen(closed === null, () => void save())
  return {
    ...known,
    isUnsaved,
    isSaved: typed === saved,
    change,
    save,
    confirm: () => (asked.current = null),
  }
}

/** Saves as soon as that is possible; the returned function marks a save as pending. */
function useSaveWhenOpen(isOpen: boolean, save: () => void): (waiting: boolean) => void {
  /** True if the input was left while saving was impossible. */
  const waits = useRef(false)
  const opens = useEffectEvent(() => {
    if (waits.current) save()
  })
  useEffect(() => {
    if (isOpen) opens()
  }, [isOpen])
  return (waiting) => {
    waits.current = waiting
  }
}

/** Holds the text in the input, and the last known stored one. */
function useKnownAlt({ row, collection, locale }: AltTextOptions) {
  const [text, setText] = useState(() => altOf(collection, row, locale))
  /** The last known stored text. */
  const [saved, setSaved] = useState(text)
  /** Another user's text since then. */
  const [theirs, setTheirs] = useState<string | null>(null)
  const [problem, setProblem] = useState<string | null>(null)
  /** The stored value when it was shown, as the base of the edit. */
  const from = useRef<Json>(getValue(collection.fields, row.data, 'alt', locale) ?? null)
  return {
    text,
    saved,
    theirs,
    problem,
    setText,
    setProblem,
    base: () => from.current,
    /** Notes that a typed text was saved: it is the last known stored one now. */
    accept(typed: string): void {
      from.current = typed
      setProblem(null)
      setTheirs(null)
      setSaved(typed)
    },
    /** Reads and shows the other user's text. */
    async readTheirs(): Promise<void> {
      const view = await galley.call('documents.get', { ref: row.ref })
      if (view === null) return
      const data = queuedDocument(collection.fields, view.base.data, view.entries)
      from.current = getValue(collection.fields, data, 'alt', locale) ?? null
      const now = altOf(collection, { data }, locale)
      setSaved(now)
      setTheirs(now)
    },
    reset(): void {
      setText(saved)
      setProblem(null)
      setTheirs(null)
    },
  }
}

/**
 * Saves a text as an edit of its document; returns the reason that it was left out, or `nothing` if it was
 * queued or already there.
 */
async function writeAlt(options: AltTextOptions, typed: string, base: () => Json) {
  const { row, collection, locale, isLocalized } = options
  const ids = [refId(row.ref)]
  if (!row.complete) await galley.call('documents.refresh', { ref: row.ref })
  const { leftOut } = await galley.call('documents.editMany', {
    slug: collection.slug,
    ids,
    mode: collection.versions?.drafts === true ? 'draft' : 'save',
    shown: Object.fromEntries(ids.map((one) => [one, row.updatedAt])),
    locale,
    values: [{ path: 'alt', locale: isLocalized ? locale : null, value: typed, from: base() }],
  })
  return leftOut[0]?.why ?? 'nothing'
}

/** The state of the picture's document, such as that an edit waits, is being sent or has failed. */
function EditState({ of }: { of: DocRef }) {
  const { data: view } = useDocumentQuery(of)
  if (!view) return null
  return <SyncState state={documentState(view.entries, { ...view, hasDraft: view.draft !== null })} />
}
