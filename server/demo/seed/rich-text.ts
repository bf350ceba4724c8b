/** A node of the editor's JSON; the server stores it unchanged. */
export type RichNode = { readonly type: string; readonly version: number; readonly [key: string]: unknown }
/** Value of a rich text field. */
export type RichText = { readonly root: RichNode }

/** Bits of a text's format. */
const FORMAT = {
  bold: 1,
  italic: 2,
  strikethrough: 4,
  underline: 8,
  code: 16,
  subscript: 32,
  superscript: 64,
} as const

/** A run of text. */
export function text(
  value: string,
  format: keyof typeof FORMAT | 0 = 0,
  extra: Record<string, unknown> = {},
): RichNode {
  return {
    type: 'text',
    version: 1,
    text: value,
    format: format === 0 ? 0 : FORMAT[format],
    detail: 0,
    mode: 'normal',
    style: '',
    ...extra,
  }
}

function element(type: string, children: readonly RichNode[], extra: Record<string, unknown> = {}): RichNode {
  return { type, version: 1, format: '', indent: 0, direction: 'ltr', children, ...extra }
}

/** A paragraph of text or of nodes. */
export function paragraph(
  content: string | readonly RichNode[],
  extra: Record<string, unknown> = {},
): RichNode {
  return element('paragraph', typeof content === 'string' ? [text(content)] : content, {
    textFormat: 0,
    textStyle: '',
    ...extra,
  })
}

/** A rich text of these nodes. */
export function rich(children: readonly RichNode[], direction: 'ltr' | 'rtl' = 'ltr'): RichText {
  return { root: element('root', children, { direction }) }
}

/** A rich text of plain paragraphs. */
export function prose(lines: readonly string[], direction: 'ltr' | 'rtl' = 'ltr'): RichText {
  return rich(
    lines.map((line) => paragraph(line, { direction })),
    direction,
  )
}

/** Documents a text refers to. */
export type RichTargets = {
  readonly media: number
  readonly post: number
  readonly place: number
  readonly author: number
}

const hex = (seed: number): string => (0xabc000000000 + seed).toString(16).padStart(24, '6')

/** A text with every kind of node that the server's editor writes. */
export function everyNode(targets: RichTargets): RichText {
  const listItem = (
    value: number,
    children: readonly RichNode[],
    extra: Record<string, unknown> = {},
  ): RichNode => element('listitem', children, { value, ...extra })
  const list = (listType: 'bullet' | 'number' | 'check', items: readonly RichNode[], start = 1): RichNode =>
    element('list', items, { listType, start, tag: listType === 'number' ? 'ol' : 'ul' })
  const cell = (words: string, headerState: number, extra: Record<string, unknown> = {}): RichNode =>
    element('tablecell', [paragraph(words)], {
      headerState,
      colSpan: 1,
      rowSpan: 1,
      backgroundColor: null,
      ...extra,
    })
  return rich([
    element('heading', [text('What the line is made of')], { tag: 'h2' }),
    paragraph([
      text('Plain, '),
      text('bold', 'bold'),
      text(', '),
      text('italic', 'italic'),
      text(', '),
      text('underlined', 'underline'),
      text(', '),
      text('struck', 'strikethrough'),
      text(', '),
      text('code', 'code'),
      text(', H'),
      text('2', 'subscript'),
      text('O, 10'),
      text('3', 'superscript'),
      text(' and '),
      text('in blue pencil', 0, { $: { tone: 'pencil' } }),
      text('.'),
      { type: 'linebreak', version: 1 },
      text('A second line'),
      { type: 'tab', version: 1, text: '\t', format: 0, detail: 2, mode: 'normal', style: '' },
      text('after a tab.'),
    ]),
    paragraph('In the middle.', { format: 'center' }),
    paragraph('Indented twice.', { indent: 2 }),
    element('heading', [text('Links')], { tag: 'h3' }),
    paragraph([
      text('The '),
      element('link', [text('timetable')], {
        version: 3,
        id: hex(1),
        fields: { linkType: 'custom', url: 'https://www.sj.se/en', newTab: true, rel: ['nofollow'] },
      }),
      text(', another '),
      element('link', [text('story')], {
        version: 3,
        id: hex(2),
        fields: { linkType: 'internal', doc: { relationTo: 'posts', value: targets.post }, newTab: false },
      }),
      text(', and '),
      element('autolink', [text('https://nordlys.travel')], {
        version: 2,
        fields: { linkType: 'custom', url: 'https://nordlys.travel', newTab: false },
      }),
      text('.'),
    ]),
    element('quote', [text('The train waits for nobody, but it does wait for the post.')]),
    element('heading', [text('Lists')], { tag: 'h4' }),
    list('bullet', [
      listItem(1, [text('Slippers')]),
      listItem(2, [text('A cup of one’s own')]),
      listItem(3, [
        list('bullet', [
          listItem(1, [text('enamel')], { indent: 1 }),
          listItem(2, [text('not glass')], { indent: 1 }),
        ]),
      ]),
    ]),
    list(
      'number',
      [listItem(3, [text('Boden')]), listItem(4, [text('Gällivare')]), listItem(5, [text('Kiruna')])],
      3,
    ),
    list('check', [
      listItem(1, [text('Berth booked')], { checked: true }),
      listItem(2, [text('Breakfast ordered')], { checked: false }),
    ]),
    { type: 'horizontalrule', version: 1 },
    {
      type: 'upload',
      version: 3,
      format: '',
      id: hex(3),
      relationTo: 'media',
      value: targets.media,
      fields: { caption: 'North of Kiruna the trees give up' },
    },
    { type: 'relationship', version: 2, format: '', relationTo: 'places', value: targets.place },
    {
      type: 'block',
      version: 2,
      format: '',
      fields: {
        id: hex(4),
        blockType: 'notice',
        blockName: '',
        tone: 'warning',
        text: 'In May the dining car runs only to Boden.',
      },
    },
    paragraph([
      text('Get off at '),
      {
        type: 'inlineBlock',
        version: 1,
        fields: { id: hex(5), blockType: 'placeMention', place: targets.place },
      },
      text(' for '),
      {
        type: 'inlineBlock',
        version: 1,
        fields: {
          id: hex(6),
          blockType: 'fare',
          amount: 1295,
          currency: 'SEK',
          checkedOn: '2026-11-02T12:00:00.000Z',
        },
      },
      text('.'),
    ]),
    element(
      'table',
      [
        element('tablerow', [cell('Station', 3, { width: 140 }), cell('Arrives', 1)]),
        element('tablerow', [cell('Boden', 2), cell('07:14', 0, { backgroundColor: '#fff4dc' })], {
          height: 40,
        }),
        element('tablerow', [cell('Narvik, end of the line', 0, { colSpan: 2, verticalAlign: 'middle' })]),
      ],
      { colWidths: [140, 120], rowStriping: true, frozenRowCount: 1 },
    ),
    paragraph([]),
  ])
}
