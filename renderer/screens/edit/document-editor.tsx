import { useEffect, useMemo, useState } from 'react'
import type { DocRef } from '../../../shared/cms/doc-ref.ts'
import { isOffScreen } from '../../../shared/document/resolve-field.ts'
import type { RefreshResult } from '../../../shared/ipc.ts'
import { useCommand } from '../../commands/use-commands.ts'
import { useContentLocale } from '../../data/content-locale.ts'
import { useCanField } from '../../data/schema-context.tsx'
import { FieldList } from '../../fields/field-list.tsx'
import { placeOf } from '../../fields/place.ts'
import { FieldScopeProvider, type FieldScope } from '../../fields/field-scope.tsx'
import type { DocumentSession } from '../../form/document-session.ts'
import { fieldId, useDocument, useDocumentState, useForm, useFormState } from '../../form/form-context.tsx'
import { DocumentHeader } from './document-header.tsx'
import { DocumentNotes } from './document-notes.tsx'
import styles from './edit-screen.module.css'
import { Inspector, useInspector } from './inspector.tsx'

type EditorProps = { session: DocumentSession; docRef: DocRef; refreshed: RefreshResult | null }

/** Header, notes, fields and inspector of an open document. */
export function DocumentEditor({ session, docRef, refreshed }: EditorProps) {
  const { entity } = useDocument()
  const isNew = useDocumentState(({ view }) => view.isNew)
  const scope = useFieldScopeOf(isNew)
  const hasDetails = entity.fields.some(
    (field) => placeOf(field, entity) === 'sidebar' && !isOffScreen(field),
  )
  const inspector = useInspector(hasDetails)
  useCommand({
    id: 'document.details',
    title: 'galley:edit.details',
    shortcut: 'Mod+.',
    run: inspector.toggle,
    when: () => hasDetails,
  })
  useLeadTo(inspector.open)

  return (
    <FieldScopeProvider scope={scope}>
      <DocumentHeader session={session} docRef={docRef} inspector={hasDetails ? inspector : null} />
      <div className={styles['body']}>
        <div className={styles['scroll']}>
          <div className={styles['form']}>
            <DocumentNotes session={session} refreshed={refreshed} />
            <FieldList fields={entity.fields} path="" {...(hasDetails && { place: 'main' as const })} />
          </div>
        </div>
        {hasDetails && inspector.isOpen && (
          <Inspector state={inspector}>
            <FieldList fields={entity.fields} path="" place="sidebar" />
          </Inspector>
        )}
      </div>
    </FieldScopeProvider>
  )
}

function useFieldScopeOf(isNew: boolean): FieldScope {
  const { entity } = useDocument()
  const { locale, dir } = useContentLocale()
  const canField = useCanField()
  return useMemo(
    () => ({
      locale,
      dir: dir ?? null,
      placeOf: (field) => placeOf(field, entity),
      mayRead: (path) => canField(entity.kind, entity.slug, path, 'read'),
      mayWrite: (path) => canField(entity.kind, entity.slug, path, isNew ? 'create' : 'update'),
    }),
    [entity, locale, dir, canField, isNew],
  )
}

/** Brings the field that the form asks to be shown onto the screen and into focus, once its tab or box is open. */
function useLeadTo(openInspector: () => void): void {
  const form = useForm()
  const { entity } = useDocument()
  const reveal = useFormState((state) => state.reveal)
  const [done, setDone] = useState(0)
  useEffect(() => {
    if (!reveal || reveal.requestId === done) return
    const [top] = reveal.path.split('.')
    const field = entity.fields.find((one) => 'name' in one && one.name === top)
    if (field && placeOf(field, entity) === 'sidebar') openInspector()
    // Containers open in an effect of their own; what they hold is there one frame later.
    const frame = requestAnimationFrame(() => {
      setDone(reveal.requestId)
      const place = document.getElementById(fieldId(form, reveal.path))
      const input = place?.matches('input, textarea, button, [tabindex]')
        ? place
        : place?.querySelector<HTMLElement>('input, [tabindex="0"], button')
      place?.scrollIntoView({ block: 'center' })
      input?.focus({ preventScroll: true })
    })
    return () => cancelAnimationFrame(frame)
  }, [reveal, done, form, entity, openInspector])
}
