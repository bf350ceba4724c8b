import type { RichTextEditor } from '../../../shared/cms/schema-model.ts'

/** Typed forms of commands, by the command's id; only commands that the site's editor offers. */
export function markdownForms({ features, headings, link }: RichTextEditor): ReadonlyMap<string, string> {
  const forms: (readonly [isOffered: boolean, id: string, form: string])[] = [
    ...headings.map((tag) => [true, `block.${tag}`, '#'.repeat(Number(tag.slice(1)))] as const),
    [features.includes('blockquote'), 'block.quote', '>'],
    [features.includes('unorderedList'), 'list.bullet', '-'],
    [features.includes('orderedList'), 'list.number', '1.'],
    [features.includes('checklist'), 'list.check', '[ ]'],
    [features.includes('horizontalRule'), 'insert.rule', '---'],
    [features.includes('bold'), 'format.bold', '**…**'],
    [features.includes('italic'), 'format.italic', '*…*'],
    [features.includes('strikethrough'), 'format.strikethrough', '~~…~~'],
    [features.includes('inlineCode'), 'format.code', '`…`'],
    [link !== null, 'link.edit', '[…](https://…)'],
  ]
  return new Map(forms.flatMap(([isOffered, id, form]) => (isOffered ? [[id, form] as const] : [])))
}
