import { traverseFields } from 'payload'
import type {
  CheckboxField,
  Field,
  FieldHook,
  FieldHookArgs,
  PayloadRequest,
  TabAsField,
  TextField,
} from 'payload'

/*
 * Payload's slugField() is a text and a hidden checkbox in a row. While the checkbox is on, the slug follows the title.
 * The web admin creates a document empty, so that its slug follows until it is published. Payload turns the checkbox off
 * as soon as a document is created with a slug: one that autosave creates out of the first letter of its title would
 * keep that letter. Here the checkbox of a draft stays on until the person gives a slug, where the collection has autosave.
 */

type SlugRow = { readonly slug: TextField; readonly follows: CheckboxField }

function slugRow(field: Field | TabAsField): SlugRow | null {
  if (field.type !== 'row') return null
  const slug = field.fields.find(
    (one): one is TextField => one.type === 'text' && 'slugify' in (one.custom ?? {}),
  )
  const follows = field.fields.find((one): one is CheckboxField => one.type === 'checkbox')
  return slug && follows?.hooks?.beforeChange ? { slug, follows } : null
}

/** A draft of a collection with autosave: the web admin would have created it empty. */
function isDraftOfAutosave({ collection, req }: Pick<FieldHookArgs, 'collection' | 'req'>): boolean {
  const drafts = collection?.versions?.drafts
  const asked = req.query?.['draft']
  return Boolean(drafts && drafts.autosave) && (asked === true || asked === 'true')
}

const changed = new WeakSet<CheckboxField>()

/** Lets the slugs of a collection follow the title of a draft that autosave created. */
export function followDraftTitles(fields: Field[]): void {
  traverseFields({
    fields,
    callback: ({ field }) => {
      const row = slugRow(field)
      if (row === null || changed.has(row.follows)) return
      const { slug, follows } = row
      changed.add(follows)
      /** Requests that create a draft without a slug. */
      const withoutSlug = new WeakSet<PayloadRequest>()
      const note: FieldHook = ({ collection, operation, req, siblingData, value }) => {
        if (operation === 'create' && isDraftOfAutosave({ collection, req }) && !siblingData[slug.name])
          withoutSlug.add(req)
        return value as unknown
      }
      const keepOn: FieldHook = ({ operation, req, value }) =>
        operation === 'create' && withoutSlug.has(req) ? true : (value as unknown)
      const { beforeValidate = [], beforeChange = [] } = follows.hooks ?? {}
      follows.hooks = {
        ...follows.hooks,
        beforeValidate: [...beforeValidate, note],
        beforeChange: [...beforeChange, keepOn],
      }
    },
  })
}
