import {
  useCallback,
  useEffect,
  useMemo,
  useRef,
  useState,
  type Dispatch,
  type ReactNode,
  type SetStateAction,
} from 'react'
import { NavigationType, useLocation, useNavigationType } from 'react-router-dom'
import { sameRef } from '../../../../shared/cms/doc-ref.ts'
import { adminRoutes } from '../../../../shared/cms/routes.ts'
import { galley } from '../../../data/bridge.ts'
import { callReason } from '../../../data/failure-reasons.ts'
import {
  BulkUploadProvider,
  type OpenBulkUpload,
  DocumentDrawersProvider,
  type CollectionRef,
  type CreateOptions,
  type DrawerAsker,
  type DocumentDrawers as Drawers,
} from '../../../data/document-drawers-context.ts'
import { useContentLocale } from '../../../data/content-locale.tsx'
import { drawersLeft, noteDrawers } from '../../../data/page-state.ts'
import { useCollection } from '../../../data/schema-context.tsx'
import { useT } from '../../../i18n/use-t.ts'
import { useToast } from '../../../ui/toast/toast-queue.ts'
import { useOpenDocuments } from '../../../form/open-documents-context.ts'
import { BulkUpload } from '../bulk-upload/bulk-upload.tsx'
import { DocumentDrawer } from './document-drawer.tsx'
import { closeFrom, openOn, showIn, type OpenBulk, type OpenDrawer } from './drawer-stack.ts'

/** Lets everything below open documents in drawers. The address stays; navigation closes them. */
export function DocumentDrawers({ children }: { children: ReactNode }) {
  const { locale } = useContentLocale()
  const { state } = useLocation()
  // Drawers of the window's last session; a link to a screen has none.
  const [stack, setStack] = useState<readonly OpenDrawer[]>(() =>
    drawersLeft(state).map((ref, at) => ({ key: -1 - at, ref, made: null, asker: {}, locale })),
  )
  const [bulks, setBulks] = useState<readonly OpenBulk[]>([])
  const next = useRef(0)
  const nextKey = useCallback((): number => {
    next.current += 1
    return next.current
  }, [])
  const bulkUpload = useCallback<OpenBulkUpload>(
    (slug, options = {}) => {
      const key = nextKey()
      setBulks((before) => [...before, { key, slug, options }])
    },
    [nextKey],
  )
  const drawers = useDrawers(stack, setStack, nextKey)
  useEffect(() => {
    // A document that was begun for another drawer cannot be reopened, since its opener is gone.
    const begun = stack.findIndex(({ made }) => made !== null)
    noteDrawers(stack.slice(0, begun === -1 ? stack.length : begun).map(({ ref }) => ref))
  }, [stack])
  useClosedByNavigation(
    useCallback(() => {
      setStack([])
      setBulks([])
    }, []),
  )
  const close = useCallback((key: number) => setStack((before) => closeFrom(before, key)), [])
  const closeBulk = useCallback((key: number) => setBulks((before) => closeFrom(before, key)), [])
  const show = useCallback(
    (key: number, ref: CollectionRef) => setStack((before) => showIn(before, key, ref)),
    [],
  )
  return (
    <DocumentDrawersProvider value={drawers}>
      <BulkUploadProvider value={bulkUpload}>
        {children}
        <DrawersFrom stack={stack} onClose={close} onShow={show} />
        <BulksFrom stack={bulks} onClose={closeBulk} />
      </BulkUploadProvider>
    </DocumentDrawersProvider>
  )
}

/** Returns the functions that open documents in drawers, except a document that the screen below shows. */
function useDrawers(
  stack: readonly OpenDrawer[],
  setStack: Dispatch<SetStateAction<readonly OpenDrawer[]>>,
  nextKey: () => number,
): Drawers {
  const { t } = useT()
  const toast = useToast()
  const documents = useOpenDocuments()
  const { locale } = useContentLocale()
  const { pathname } = useLocation()
  const latest = useRef({ stack, pathname, locale })
  useEffect(() => {
    latest.current = { stack, pathname, locale }
  })
  const open = useCallback(
    (ref: CollectionRef, made: CreateOptions | null, asker: DrawerAsker): void => {
      const now = latest.current
      if (now.pathname === adminRoutes.document(ref)) {
        // The screen below shows the document already, so the drawers over it are closed.
        if (now.stack.length === 0) toast.success(t('galley:relation.openAlready'))
        setStack([])
        return
      }
      const top = now.stack.at(-1)
      const drawer: OpenDrawer = {
        key: nextKey(),
        ref,
        made,
        asker,
        locale: top?.locale ?? now.locale,
      }
      setStack((before) => openOn(before, drawer))
    },
    [t, toast, setStack, nextKey],
  )
  const begin = useCallback(
    async (slug: string, options: CreateOptions): Promise<void> => {
      try {
        const { ref } = await galley.call('documents.create', { slug })
        if (ref.kind === 'collection') open(ref, options, options)
      } catch (error) {
        toast.error(t('galley:edit.notCreated'), { detail: callReason(error, t) })
      }
    },
    [open, toast, t],
  )
  return useMemo(
    (): Drawers => ({
      edit: (ref, asker = {}) => open(ref, null, asker),
      create: (slug, options = {}) => void begin(slug, options),
      readAhead(ref) {
        const isOpen = latest.current.stack.some((one) => sameRef(one.ref, ref))
        if (!isOpen) void documents.readAhead(ref).catch(() => undefined)
      },
    }),
    [open, begin, documents],
  )
}

type BulksProps = { stack: readonly OpenBulk[]; onClose: (key: number) => void }

/** Each upload drawer contains those opened from it, such as from a field of an uploaded file. */
function BulksFrom({ stack, onClose }: BulksProps) {
  const [bulk, ...over] = stack
  if (bulk === undefined) return null
  return (
    <BulkDrawer key={bulk.key} bulk={bulk} onClose={() => onClose(bulk.key)}>
      <BulksFrom stack={over} onClose={onClose} />
    </BulkDrawer>
  )
}

type BulkProps = { bulk: OpenBulk; onClose: () => void; children: ReactNode }

function BulkDrawer({ bulk: { slug, options }, onClose, children }: BulkProps) {
  const collection = useCollection(slug)
  if (!collection?.upload) return null
  return (
    <BulkUpload collection={collection} config={collection.upload} {...options} onClose={onClose}>
      {children}
    </BulkUpload>
  )
}

type StackProps = {
  stack: readonly OpenDrawer[]
  onClose: (key: number) => void
  onShow: (key: number, ref: CollectionRef) => void
}

/** Each drawer contains the one over it, so that the focus returns through them one by one. */
function DrawersFrom({ stack, onClose, onShow }: StackProps) {
  const [drawer, ...over] = stack
  if (drawer === undefined) return null
  return (
    <DocumentDrawer
      key={drawer.key}
      drawer={drawer}
      onClose={() => onClose(drawer.key)}
      onShow={(ref) => onShow(drawer.key, ref)}
    >
      <DrawersFrom stack={over} onClose={onClose} onShow={onShow} />
    </DocumentDrawer>
  )
}

/** Closes on another screen. A replaced address is the same one: a document got its server id. */
function useClosedByNavigation(close: () => void): void {
  const { pathname } = useLocation()
  const type = useNavigationType()
  const before = useRef(pathname)
  useEffect(() => {
    if (before.current === pathname) return
    before.current = pathname
    if (type !== NavigationType.Replace) close()
  }, [pathname, type, close])
}
