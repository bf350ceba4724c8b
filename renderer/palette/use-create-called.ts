import { FilePlus } from 'lucide-react'
import { useNavigate } from 'react-router-dom'
import { dataField } from '../../shared/cms/fields.ts'
import { adminRoutes } from '../../shared/cms/routes.ts'
import type { Collection, TextField } from '../../shared/cms/schema-model.ts'
import { galley } from '../data/bridge.ts'
import { callReason } from '../data/failure-reasons.ts'
import { useContentLocale } from '../data/content-locale.tsx'
import { localeSuffix } from '../data/locale-of.ts'
import { useCanCreate, useSchema } from '../data/schema-context.tsx'
import { useNavGroups } from '../data/use-nav-groups.ts'
import { useT } from '../i18n/use-t.ts'
import { useToast } from '../ui/toast/toast-queue.ts'
import type { PaletteEntry } from './palette-entries.ts'

/** Most collections that are offered. */
const OFFERED = 4

/** Returns entries that create a document with the typed text as its title. */
export function useCreateCalled(): (title: string) => PaletteEntry[] {
  const { t } = useT()
  const toast = useToast()
  const navigate = useNavigate()
  const schema = useSchema()
  const groups = useNavGroups()
  const canCreate = useCanCreate()
  const { locale } = useContentLocale()

  async function create({ slug }: Collection, field: TextField, title: string): Promise<void> {
    try {
      const { ref } = await galley.call('documents.create', { slug })
      const path = field.name
      const change = { kind: 'set' as const, path, from: null, to: title }
      await galley.call('drafts.put', {
        ref,
        changes: [{ ...change, locale: field.localized ? locale : null }],
      })
      await navigate(adminRoutes.document(ref) + localeSuffix(locale))
    } catch (error) {
      toast.error(t('galley:edit.notCreated'), { detail: callReason(error, t) })
    }
  }

  return (title) =>
    groups
      .flatMap(({ entities }) => entities)
      .flatMap(({ slug, type, singular }): PaletteEntry[] => {
        if (type !== 'collections' || !canCreate(slug)) return []
        const collection = schema.collections.find((one) => one.slug === slug)
        const field = collection && titleField(collection)
        if (!collection || !field) return []
        return [
          {
            id: `create-called-${slug}`,
            text: t('galley:palette.createCalled', { label: singular, title }),
            icon: FilePlus,
            run: () => void create(collection, field, title),
          },
        ]
      })
      .slice(0, OFFERED)
}

/** Returns the text field of the title; null if it is not typed, or a document needs a file or a log-in. */
function titleField({ upload, auth, fields, useAsTitle }: Collection): TextField | null {
  if (upload !== false || auth) return null
  const field = dataField(fields, useAsTitle)
  const isTyped =
    field?.type === 'text' && !field.hidden && !field.disabled && !field.readOnly && !field.hasMany
  return isTyped ? field : null
}
