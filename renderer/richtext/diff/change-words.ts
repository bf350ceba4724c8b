import { dataField } from '../../../shared/cms/fields.ts'
import type { RichTextEditor } from '../../../shared/cms/schema-model.ts'
import { within } from '../../../shared/fields/field-type.ts'
import { formFields } from '../../../shared/fields/richText/node-fields.ts'
import { own, sameJson, type JsonObject } from '../../../shared/json.ts'
import { diffText } from '../../fields/diff-text.ts'
import type { ValueContext } from '../../fields/field-module.ts'
import type { NodeChange, NodeName } from '../../../shared/fields/richText/node-types/node-type.ts'

/** Returns a change of formats, links or parts as text. */
export function changeWords(
  change: NodeChange,
  context: ValueContext,
  config: RichTextEditor | null,
): string[] {
  const { t } = context
  switch (change.what) {
    case 'kind':
      return [
        t('galley:rich-text-diff.kind', { from: nameWords(change.from, t), to: nameWords(change.to, t) }),
      ]
    case 'align':
      return [
        t('galley:rich-text-diff.align', { to: t(`galley:rich-text-diff.alignTo.${change.to ?? 'none'}`) }),
      ]
    case 'indent':
      return [t('galley:rich-text-diff.indent', { from: change.from, to: change.to })]
    case 'direction':
      return [
        t('galley:rich-text-diff.direction', {
          to: t(`galley:rich-text-diff.directionTo.${change.to ?? 'none'}`),
        }),
      ]
    case 'start':
      return [t('galley:rich-text-diff.start', { to: change.to })]
    case 'formats': {
      const names = (formats: typeof change.added) =>
        formats.map((format) => t(`galley:rich-text-diff.format.${format}`)).join(', ')
      return [
        ...(change.added.length > 0
          ? [t('galley:rich-text-diff.formatsAdded', { formats: names(change.added) })]
          : []),
        ...(change.removed.length > 0
          ? [t('galley:rich-text-diff.formatsRemoved', { formats: names(change.removed) })]
          : []),
      ]
    }
    case 'states':
      return [t('galley:rich-text-diff.states')]
    case 'link': {
      const { words, from, to } = change
      if (to === null) return [t('galley:rich-text-diff.linkGone', { words, from: from ?? '' })]
      return [
        from === null
          ? t('galley:rich-text-diff.linkNew', { words, to })
          : t('galley:rich-text-diff.link', { words, from, to }),
      ]
    }
    case 'checked':
      return [
        t(change.to ? 'galley:rich-text-diff.checked' : 'galley:rich-text-diff.unchecked', {
          words: change.words.trim(),
        }),
      ]
    case 'rows':
    case 'columns':
      return [t(`galley:rich-text-diff.${change.what}`, { from: change.from, to: change.to })]
    case 'document': {
      const name = (ref: typeof change.from) =>
        ref === null
          ? t('galley:sync.nothingThere')
          : (context.nameOf(ref.slug, ref.id) ?? `${ref.slug} ${ref.id}`)
      return [t('galley:rich-text-diff.document', { from: name(change.from), to: name(change.to) })]
    }
    case 'fields':
      return fieldWords(change, context, config)
    case 'other':
      return [t('galley:rich-text-diff.other')]
    default:
      return change satisfies never
  }
}

export function nameWords(name: NodeName, t: ValueContext['t']): string {
  const level = /^heading(\d)$/.exec(name)?.[1]
  return level === undefined
    ? t(`galley:rich-text-diff.kinds.${name}`)
    : t('galley:rich-text-diff.heading', { level: Number(level) })
}

function fieldWords(
  { part, from, to }: Extract<NodeChange, { what: 'fields' }>,
  context: ValueContext,
  config: RichTextEditor | null,
): string[] {
  const { t, label } = context
  const fields = config === null ? null : formFields(config, part)
  const names = Object.keys({ ...from, ...to }).filter((name) => !sameJson(own(from, name), own(to, name)))
  return names.map((name) => {
    const field = fields === null ? null : dataField(fields, name)
    const say = (data: JsonObject) =>
      diffText(field, own(data, name) ?? null, within(context, data)) ?? t('galley:sync.nothingThere')
    const called = field === null ? name : label(field.label) || field.name
    return t('galley:rich-text-diff.field', { field: called, from: say(from), to: say(to) })
  })
}
